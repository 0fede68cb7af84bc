import type { IdTables } from './id-tables.ts'
import { ids as before } from './ids-2025.ts'

/** These ids are new or mean another driver in the 2026 appendix. */
const drivers: IdTables['drivers'] = {
  ...before.drivers,
  10: 'Nico Hülkenberg',
  186: 'Luke Browning',
  187: 'Cian Shields',
  188: 'Arvid Lindblad',
  189: 'Dino Beganovic',
  190: 'Leonardo Fornaroli',
  191: 'Oliver Goethe',
  192: 'Gabriele Minì',
  193: 'Sebastián Montoya',
  194: 'Alexander Dunne',
  195: 'Max Esterson',
  196: 'Sami Meguetounif',
  197: 'John Bennett',
}

/** These ids are new or mean another team in the 2026 appendix. */
const teams: IdTables['teams'] = {
  ...before.teams,
  465: { name: 'Art GP ‘25', colour: '#b4b3b4' },
  466: { name: 'Campos ‘25', colour: '#ebc110' },
  467: { name: 'Rodin Motorsport ‘25', colour: '#2b4bd8' },
  468: { name: 'AIX Racing ‘25', colour: '#3fd0d4' },
  469: { name: 'DAMS ‘25', colour: '#d0006f' },
  470: { name: 'Hitech ‘25', colour: '#e8e8e8' },
  471: { name: 'MP Motorsport ‘25', colour: '#f7401b' },
  472: { name: 'Prema ‘25', colour: '#e3000f' },
  473: { name: 'Trident ‘25', colour: '#0e4da4' },
  474: { name: 'Van Amersfoort Racing ‘25', colour: '#ff7a00' },
  475: { name: 'Invicta ‘25', colour: '#d7e84a' },
  476: { name: 'Mercedes ‘26', colour: '#27f4d2' },
  477: { name: 'Ferrari ‘26', colour: '#e8002d' },
  478: { name: 'Red Bull Racing ‘26', colour: '#3671c6' },
  479: { name: 'Williams ‘26', colour: '#64c4ff' },
  480: { name: 'Aston Martin ‘26', colour: '#229971' },
  481: { name: 'Alpine ‘26', colour: '#0093cc' },
  482: { name: 'RB ‘26', colour: '#6692ff' },
  483: { name: 'Haas ‘26', colour: '#b6babd' },
  484: { name: 'McLaren ‘26', colour: '#ff8000' },
  485: { name: 'Audi ‘26', colour: '#f50537' },
  486: { name: 'Cadillac ‘26', colour: '#c8a96a' },
}

export const ids: IdTables = { ...before, drivers, teams }
