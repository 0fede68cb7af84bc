import type { IdTables } from './id-tables.ts'
import { ids as before } from './ids-2022.ts'

/** These ids are new or mean another driver in the 2023 appendix. */
const drivers: IdTables['drivers'] = {
  ...before.drivers,
  127: 'Callie Mayer',
  128: 'Noah Bell',
  129: 'Jake Hughes',
  130: 'Frederik Vesti',
  131: 'Olli Caldwell',
  132: 'Logan Sargeant',
  133: 'Cem Bolukbasi',
  134: 'Ayumu Iwasa',
  135: 'Clement Novalak',
  138: 'Dennis Hauger',
  139: 'Calan Williams',
  140: 'Jamie Chadwick',
  141: 'Kamui Kobayashi',
  142: 'Pastor Maldonado',
  143: 'Mika Hakkinen',
  144: 'Nigel Mansell',
}

/** These ids are new or mean another team in the 2023 appendix. */
const teams: IdTables['teams'] = {
  ...before.teams,
  118: { name: 'Mercedes ‘22', colour: '#27f4d2' },
  119: { name: 'Ferrari ‘22', colour: '#e8002d' },
  120: { name: 'Red Bull Racing ‘22', colour: '#3671c6' },
  121: { name: 'Williams ‘22', colour: '#64c4ff' },
  122: { name: 'Aston Martin ‘22', colour: '#229971' },
  123: { name: 'Alpine ‘22', colour: '#0093cc' },
  124: { name: 'Alpha Tauri ‘22', colour: '#5e8faa' },
  125: { name: 'Haas ‘22', colour: '#b6babd' },
  126: { name: 'McLaren ‘22', colour: '#ff8000' },
  127: { name: 'Alfa Romeo ‘22', colour: '#c92d4b' },
  128: { name: 'Konnersport ‘22', colour: '#2fa36b' },
  129: { name: 'Konnersport', colour: '#2fa36b' },
  130: { name: 'Prema ‘22', colour: '#e3000f' },
  131: { name: 'Virtuosi ‘22', colour: '#00a0de' },
  132: { name: 'Carlin ‘22', colour: '#243fff' },
  133: { name: 'MP Motorsport ‘22', colour: '#f7401b' },
  134: { name: 'Charouz ‘22', colour: '#7b2d8e' },
  135: { name: 'Dams ‘22', colour: '#d0006f' },
  136: { name: 'Campos ‘22', colour: '#ebc110' },
  137: { name: 'Van Amersfoort Racing ‘22', colour: '#ff7a00' },
  138: { name: 'Trident ‘22', colour: '#0e4da4' },
  139: { name: 'Hitech ‘22', colour: '#e8e8e8' },
  140: { name: 'Art GP ‘22', colour: '#b4b3b4' },
}

export const ids: IdTables = { ...before, drivers, teams }
