import { trackName } from '../sessions/track-names.ts'
import type { SeasonEvent } from './season.ts'

/** Returns the name that the organiser gave an event, and otherwise the name of its track. */
export function eventName({ name, track }: Pick<SeasonEvent, 'name' | 'track'>): string {
  return name.trim() === '' ? trackName(track) : name
}
