import type { Team } from '../formats/format-table.ts'
import { teams as before } from './teams-2023.ts'

/** Team ids that are new or mean another team in the 2024 appendix. */
export const teams: Readonly<Record<number, Team>> = {
  ...before,
  5: { name: 'Alpine', colour: '#ff87bc' },
  6: { name: 'RB', colour: '#6692ff' },
  9: { name: 'Sauber', colour: '#52e252' },
  41: { name: 'F1 Generic', colour: '#9aa0a6' },
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
