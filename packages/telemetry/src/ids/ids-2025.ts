import type { IdTables } from './id-tables.ts'
import { ids as before } from './ids-2024.ts'

/** These ids are new or mean another driver in the 2025 appendix. */
const drivers: IdTables['drivers'] = {
  ...before.drivers,
  10: 'Nico Hülkenburg',
  14: 'Sergio Pérez',
  32: 'Naota Izumi',
  34: 'Lars Kaufmann',
  80: 'Guanyu Zhou',
  160: 'Paul Aron',
  161: 'Gabriel Bortoleto',
  162: 'Franco Colapinto',
  163: 'Taylor Barnard',
  164: 'Joshua Dürksen',
  165: 'Andrea-Kimi Antonelli',
  166: 'Ritomo Miyata',
  167: 'Rafael Villagómez',
  168: 'Zak O’Sullivan',
  169: 'Pepe Marti',
  170: 'Sonny Hayes',
  171: 'Joshua Pearce',
  172: 'Callum Voisin',
  173: 'Matias Zagazeta',
  174: 'Nikola Tsolov',
  175: 'Tim Tramnitz',
  185: 'Luca Cortez',
}

/**
 * These ids are new or mean another team in the 2025 appendix. 220-230 are the cars of the 2026 Season Pack:
 * this format cuts their 16-bit ids to 8 bits.
 */
const teams: IdTables['teams'] = {
  ...before.teams,
  5: { name: 'Alpine', colour: '#0093cc' },
  142: { name: 'APXGP ‘24', colour: '#d4a843' },
  154: { name: 'APXGP ‘25', colour: '#d4a843' },
  155: { name: 'Konnersport ‘24', colour: '#2fa36b' },
  158: { name: 'Art GP ‘24', colour: '#b4b3b4' },
  159: { name: 'Campos ‘24', colour: '#ebc110' },
  160: { name: 'Rodin Motorsport ‘24', colour: '#2b4bd8' },
  161: { name: 'AIX Racing ‘24', colour: '#3fd0d4' },
  162: { name: 'DAMS ‘24', colour: '#d0006f' },
  163: { name: 'Hitech ‘24', colour: '#e8e8e8' },
  164: { name: 'MP Motorsport ‘24', colour: '#f7401b' },
  165: { name: 'Prema ‘24', colour: '#e3000f' },
  166: { name: 'Trident ‘24', colour: '#0e4da4' },
  167: { name: 'Van Amersfoort Racing ‘24', colour: '#ff7a00' },
  168: { name: 'Invicta ‘24', colour: '#d7e84a' },
  185: { name: 'Mercedes ‘24', colour: '#27f4d2' },
  186: { name: 'Ferrari ‘24', colour: '#e8002d' },
  187: { name: 'Red Bull Racing ‘24', colour: '#3671c6' },
  188: { name: 'Williams ‘24', colour: '#64c4ff' },
  189: { name: 'Aston Martin ‘24', colour: '#229971' },
  190: { name: 'Alpine ‘24', colour: '#0093cc' },
  191: { name: 'RB ‘24', colour: '#6692ff' },
  192: { name: 'Haas ‘24', colour: '#b6babd' },
  193: { name: 'McLaren ‘24', colour: '#ff8000' },
  194: { name: 'Sauber ‘24', colour: '#52e252' },
  220: { name: 'Mercedes ‘26', colour: '#27f4d2' },
  221: { name: 'Ferrari ‘26', colour: '#e8002d' },
  222: { name: 'Red Bull Racing ‘26', colour: '#3671c6' },
  223: { name: 'Williams ‘26', colour: '#64c4ff' },
  224: { name: 'Aston Martin ‘26', colour: '#229971' },
  225: { name: 'Alpine ‘26', colour: '#0093cc' },
  226: { name: 'RB ‘26', colour: '#6692ff' },
  227: { name: 'Haas ‘26', colour: '#b6babd' },
  228: { name: 'McLaren ‘26', colour: '#ff8000' },
  229: { name: 'Audi ‘26', colour: '#f50537' },
  230: { name: 'Cadillac ‘26', colour: '#c8a96a' },
}

export const ids: IdTables = { ...before, drivers, teams }
