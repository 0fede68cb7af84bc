import type { Roster, RosterBody } from '@pitboard/contract/roster/roster'

const BLANK = {
  carNumber: null,
  platformId: null,
  teamId: null,
  fromEventId: null,
  toEventId: null,
  isReserve: false,
  tier: '',
}

/** Returns what the server answers to a new roster. */
export function storeRoster({ teams, drivers }: RosterBody): Omit<Roster, 'version'> {
  return {
    teams: teams.map((team) => ({ ...team, pictureId: null })),
    drivers: drivers.map((driver) => ({ ...BLANK, ...driver, userId: null })),
  }
}
