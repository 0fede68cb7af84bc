import type { Roster, RosterUpdate } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { newId } from '../../changes/new-id.ts'
import type { Text } from '../../messages/create-text.ts'
import type { FormErrors } from '../../ui/forms/form-fields.tsx'

/** What the server takes of a roster that it has sent. */
export function toUpdate({ teams, drivers }: Roster): RosterUpdate {
  return {
    teams: teams.map(({ pictureId: _pictureId, ...team }) => team),
    drivers: drivers.map(({ userId: _userId, ...driver }) => driver),
  }
}

export function newDriver(name: string): RosterUpdate['drivers'][number] {
  return {
    id: newId(),
    name,
    carNumber: null,
    teamId: null,
    platformId: null,
    fromEventId: null,
    toEventId: null,
    isReserve: false,
    tier: '',
  }
}

/** What is wrong, by the path of its field; null if nothing is. */
export function findRosterErrors(
  { teams, drivers }: RosterUpdate,
  { events }: Pick<Season, 'events'>,
  t: Text,
): FormErrors | null {
  const errors: Record<string, string> = {}
  const names = teams.map(({ name }) => name.trim().toLowerCase())
  for (const [index, name] of names.entries()) {
    const path = `teams/${index}/name`
    if (name === '') errors[path] = t('roster.teamNameMissing')
    else if (names.indexOf(name) < index) errors[path] = t('roster.teamNameTaken')
  }
  const placeOf = (eventId: string | null) => events.findIndex(({ id }) => id === eventId)
  for (const [index, { name, fromEventId, toEventId }] of drivers.entries()) {
    const path = `drivers/${index}`
    if (name.trim() === '') errors[`${path}/name`] = t('roster.nameMissing')
    const last = placeOf(toEventId)
    if (last !== -1 && last < placeOf(fromEventId)) {
      errors[`${path}/toEventId`] = t('roster.lastEventEarly')
    }
  }
  return Object.keys(errors).length > 0 ? errors : null
}

/** Of every field that the server may refuse. */
export function rosterFieldPaths({ teams, drivers }: RosterUpdate): string[] {
  return [
    ...teams.map((_, index) => `teams/${index}/name`),
    ...drivers.flatMap((_, index) =>
      ['name', 'carNumber', 'fromEventId', 'toEventId'].map((field) => `drivers/${index}/${field}`),
    ),
  ]
}
