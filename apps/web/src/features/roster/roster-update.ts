import type { Roster, RosterUpdate } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { newId } from '../../changes/new-id.ts'
import type { Text } from '../../messages/create-text.ts'
import {
  checkNames,
  type FieldCheck,
  findErrors,
  type FormErrors,
} from '../../ui/forms/form-errors.ts'

/** Returns what the server takes of a roster that it has sent. */
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

/** Returns what is wrong, by the path of its field; it is null if nothing is. */
export function findRosterErrors(
  { teams, drivers }: RosterUpdate,
  { events }: Pick<Season, 'events'>,
  t: Text,
): FormErrors | null {
  const placeOf = (eventId: string | null) => events.findIndex(({ id }) => id === eventId)
  return findErrors([
    ...checkNames(
      teams.map(({ name }) => name.trim().toLowerCase()),
      (index) => `teams/${index}/name`,
      { missing: t('roster.teamNameMissing'), taken: t('roster.teamNameTaken') },
    ),
    ...drivers.flatMap(({ name, fromEventId, toEventId }, index): FieldCheck[] => {
      const last = placeOf(toEventId)
      const isEarly = last !== -1 && last < placeOf(fromEventId)
      return [
        [`drivers/${index}/name`, name.trim() === '' && t('roster.nameMissing')],
        [`drivers/${index}/toEventId`, isEarly && t('roster.lastEventEarly')],
      ]
    }),
  ])
}

/** Lists the paths of all fields that the server may refuse. */
export function rosterFieldPaths({ teams, drivers }: RosterUpdate): string[] {
  return [
    ...teams.map((_, index) => `teams/${index}/name`),
    ...drivers.flatMap((_, index) =>
      ['name', 'carNumber', 'fromEventId', 'toEventId'].map((field) => `drivers/${index}/${field}`),
    ),
  ]
}
