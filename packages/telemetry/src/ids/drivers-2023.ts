import { drivers as before } from './drivers-2022.ts'

/** Driver ids that are new or mean another driver in the 2023 appendix. */
export const drivers: Readonly<Record<number, string>> = {
  ...before,
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
