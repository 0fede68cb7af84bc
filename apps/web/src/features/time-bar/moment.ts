import type { Replay } from '@pitboard/contract/live/replay'

/**
 * A link leads there: a second, an event of the session by its `seq` and the time after it, or the beginning of a lap
 * of the leader.
 */
export type Moment =
  | { readonly kind: 'second'; readonly second: number }
  | { readonly kind: 'event'; readonly seq: number; readonly secondsAfter: number }
  | { readonly kind: 'lap'; readonly lap: number }

/** A viewer wants to see what led to an event. */
const LEAD_MS = 5000

/** Reads `83`, `e12`, `e12-40` (40 seconds after it) or `l7`; returns null for anything else. */
export function readMoment(text: string): Moment | null {
  if (/^\d{1,6}$/.test(text)) return { kind: 'second', second: Number(text) }
  const [, seq, secondsAfter = '0'] = /^e(\d{1,6})(?:-(\d{1,5}))?$/.exec(text) ?? []
  if (seq !== undefined) {
    return { kind: 'event', seq: Number(seq), secondsAfter: Number(secondsAfter) }
  }
  if (/^l\d{1,3}$/.test(text)) return { kind: 'lap', lap: Number(text.slice(1)) }
  return null
}

/** Returns the time from the replay's beginning; it is 0 for an event or a lap that the replay lacks. */
export function momentMs(
  moment: Moment,
  { events, laps }: Pick<Replay, 'events' | 'laps'>,
): number {
  if (moment.kind === 'second') return moment.second * 1000
  if (moment.kind === 'lap') return laps.find(({ lapNum }) => lapNum === moment.lap)?.atMs ?? 0
  const at = events.find(({ seq }) => seq === moment.seq)?.atMs
  return at === undefined ? 0 : Math.max(0, at + moment.secondsAfter * 1000 - LEAD_MS)
}
