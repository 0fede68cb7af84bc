import type { UserProfile } from '@pitboard/contract/user'
import { clock } from '../pages/session-card.ts'
import { count } from '../pages/session-head.ts'
import { namedPicture } from './named-picture.ts'

const ROWS = 5

/** The picture of a user's page as SVG: what he has driven, and his newest best laps. */
export function userPicture({ username, counts, bests }: UserProfile): string {
  const newest = bests.toSorted((a, b) => (a.drivenAt < b.drivenAt ? 1 : -1)).slice(0, ROWS)
  return namedPicture({
    kind: 'Driver',
    name: username,
    note: `${count(counts.sessions, 'session')}, ${count(counts.races, 'race')}`,
    rows: newest.map(({ trackName, lapTimeMs }) => ({
      ...{ place: null, name: trackName, colour: '', value: clock(lapTimeMs) },
    })),
  })
}
