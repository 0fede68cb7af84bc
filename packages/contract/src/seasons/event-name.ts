import { trackName } from '../sessions/track-names.ts'
import type { SeasonEvent } from './season.ts'

/** Returns what its organiser calls it, else its track. */
export function eventName({ name, track }: Pick<SeasonEvent, 'name' | 'track'>): string {
  return name.trim() === '' ? trackName(track) : name
}
