import { SessionType } from '@pitboard/contract/wire/enumerations'
import type { IdTables } from './id-tables.ts'
import { ids as before } from './ids-2023.ts'

/** These ids are new or mean another driver in the 2024 appendix. */
const drivers: IdTables['drivers'] = {
  ...before.drivers,
  145: 'Zane Maloney',
  146: 'Victor Martins',
  147: 'Oliver Bearman',
  148: 'Jak Crawford',
  149: 'Isack Hadjar',
  150: 'Arthur Leclerc',
  151: 'Brad Benavides',
  152: 'Roman Stanek',
  153: 'Kush Maini',
  154: 'James Hunt',
  155: 'Juan Pablo Montoya',
  156: 'Brendon Leigh',
  157: 'David Tonizza',
  158: 'Jarno Opmeer',
  159: 'Lucas Blakeley',
}

/** These ids are new or spelled differently in the 2024 appendix. */
const nationalities: IdTables['nationalities'] = {
  ...before.nationalities,
  88: 'Algerian',
  89: 'Bosnian',
  90: 'Filipino',
}

/** The games of 2024 and later have these session types; the values are the contract's numbers. */
const sessionTypes: IdTables['sessionTypes'] = {
  0: SessionType.Unknown,
  1: SessionType.P1,
  2: SessionType.P2,
  3: SessionType.P3,
  4: SessionType.ShortPractice,
  5: SessionType.Q1,
  6: SessionType.Q2,
  7: SessionType.Q3,
  8: SessionType.ShortQualifying,
  9: SessionType.OneShotQualifying,
  10: SessionType.SprintShootout1,
  11: SessionType.SprintShootout2,
  12: SessionType.SprintShootout3,
  13: SessionType.ShortSprintShootout,
  14: SessionType.OneShotSprintShootout,
  15: SessionType.Race,
  16: SessionType.Race2,
  17: SessionType.Race3,
  18: SessionType.TimeTrial,
}

/** These ids are new or mean another team in the 2024 appendix. */
const teams: IdTables['teams'] = {
  ...before.teams,
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

export const ids: IdTables = { ...before, drivers, nationalities, sessionTypes, teams }
