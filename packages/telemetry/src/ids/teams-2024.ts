import type { Team } from '../formats/format-table.ts'

/** Team ids of the 2024 appendix; the colours are ours, after the liveries. */
export const teams: Readonly<Record<number, Team>> = {
  0: { name: 'Mercedes', colour: '#27f4d2' },
  1: { name: 'Ferrari', colour: '#e8002d' },
  2: { name: 'Red Bull Racing', colour: '#3671c6' },
  3: { name: 'Williams', colour: '#64c4ff' },
  4: { name: 'Aston Martin', colour: '#229971' },
  5: { name: 'Alpine', colour: '#ff87bc' },
  6: { name: 'RB', colour: '#6692ff' },
  7: { name: 'Haas', colour: '#b6babd' },
  8: { name: 'McLaren', colour: '#ff8000' },
  9: { name: 'Sauber', colour: '#52e252' },
  41: { name: 'F1 Generic', colour: '#9aa0a6' },
  104: { name: 'F1 Custom Team', colour: '#c9a24b' },
  143: { name: 'Art GP ‘23', colour: '#b4b3b4' },
  144: { name: 'Campos ‘23', colour: '#ebc110' },
  145: { name: 'Carlin ‘23', colour: '#243fff' },
  146: { name: 'PHM ‘23', colour: '#8a6fd1' },
  147: { name: 'Dams ‘23', colour: '#d0006f' },
  148: { name: 'Hitech ‘23', colour: '#e8e8e8' },
  149: { name: 'MP Motorsport ‘23', colour: '#f7401b' },
  150: { name: 'Prema ‘23', colour: '#e3000f' },
  151: { name: 'Trident ‘23', colour: '#0e4da4' },
  152: { name: 'Van Amersfoort Racing ‘23', colour: '#ff7a00' },
  153: { name: 'Virtuosi ‘23', colour: '#00a0de' },
}
