import type { Roster, RosterUpdate } from '@pitboard/contract/roster/roster'

/** What the server takes of a roster that it has sent. */
export function toUpdate({ teams, drivers }: Roster): RosterUpdate {
  return {
    teams: teams.map(({ pictureId: _pictureId, ...team }) => team),
    drivers: drivers.map(({ userId: _userId, ...driver }) => driver),
  }
}

export function newDriver(name: string): RosterUpdate['drivers'][number] {
  return {
    ...{ id: crypto.randomUUID(), name, carNumber: null, teamId: null, platformId: null },
    ...{ fromEventId: null, toEventId: null, isReserve: false, tier: '' },
  }
}
