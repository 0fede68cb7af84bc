import type { Replay } from '@pitboard/contract/live/replay'

/** Where a link leads: a second, or an event of the session by its `seq`. */
export type Moment =
  | { readonly kind: 'second'; readonly second: number }
  | { readonly kind: 'event'; readonly seq: number }

/** What led to an event is worth seeing. */
const LEAD_MS = 5000

/** `83` or `e12`; null for anything else. */
export function readMoment(text: string): Moment | null {
  if (/^\d{1,6}$/.test(text)) return { kind: 'second', second: Number(text) }
  if (/^e\d{1,6}$/.test(text)) return { kind: 'event', seq: Number(text.slice(1)) }
  return null
}

/** From the replay's beginning; an event that it lacks is its beginning. */
export function momentMs(moment: Moment, { events }: Pick<Replay, 'events'>): number {
  if (moment.kind === 'second') return moment.second * 1000
  const at = events.find(({ seq }) => seq === moment.seq)?.atMs ?? 0
  return Math.max(0, at - LEAD_MS)
}
