import { Track } from '@pitboard/contract/enumerations'
import type { SeasonEvent } from '@pitboard/contract/season'
import type { SessionRole } from '@pitboard/contract/points-system'
import { trackName } from '@pitboard/contract/track-names'
import type { Text } from '../../messages/create-text.ts'
import type { PlainKey } from '../../messages/plain-key.ts'

/** What its organiser calls it, else its track. */
export function eventName({ name, track }: Pick<SeasonEvent, 'name' | 'track'>): string {
  return name.trim() === '' ? trackName(track) : name
}

/** Where the first three letters are those of another track, too. */
const TRACK_CODES: Readonly<Record<number, string>> = {
  [Track.Monaco]: 'MCO',
  [Track.Montreal]: 'MTL',
  [Track.Monza]: 'MZA',
}

/** Three letters for a narrow head, as timing screens shorten places. */
export function trackCode(track: number): string {
  const code = TRACK_CODES[track]
  if (code !== undefined) return code
  return trackName(track)
    .normalize('NFD')
    .replaceAll(/[^\p{L}\d]/gu, '')
    .slice(0, 3)
    .toUpperCase()
}

const ROLES = {
  race: 'season.race',
  sprint: 'season.sprint',
  qualifying: 'season.qualifying',
  sprintQualifying: 'season.sprintQualifying',
  practice: 'season.practice',
} as const satisfies Record<SessionRole, PlainKey>

export const ALL_ROLES = [
  'race',
  'sprint',
  'qualifying',
  'sprintQualifying',
  'practice',
] as const satisfies readonly SessionRole[]

export function roleName(role: SessionRole, text: Text): string {
  return text(ROLES[role])
}
