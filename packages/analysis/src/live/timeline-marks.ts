import type { LiveSession } from '@pitboard/contract/live/live'
import type { Replay } from '@pitboard/contract/live/replay'

export type TimelineMarks = Pick<Replay, 'laps' | 'events'>

/** A long race has a fraction of these events, but a recorder can send more. */
export const MARKED_EVENTS_MAX = 4_000

/** Returns the marks after a state: when the leader began each lap, and when each event appeared. */
export function extendMarks(
  marks: TimelineMarks,
  atMs: number,
  { drivers, events: seen }: Pick<LiveSession, 'drivers' | 'events'>,
): TimelineMarks {
  // Laps and events are numbered from 1: 0 comes before the first of them.
  const lapNum = drivers.find(({ position }) => position === 1)?.currentLapNumber ?? 0
  const isNewLap = lapNum > (marks.laps.at(-1)?.lapNum ?? 0)
  const lastSeq = marks.events.at(-1)?.seq ?? 0
  const hasNewEvents = (seen.at(-1)?.seq ?? 0) > lastSeq
  if (!isNewLap && !hasNewEvents) return marks
  const added = seen.flatMap(({ seq, kind }) => (seq > lastSeq ? [{ seq, kind, atMs }] : []))
  return {
    laps: isNewLap ? [...marks.laps, { lapNum, atMs }] : marks.laps,
    events: [...marks.events, ...added].slice(-MARKED_EVENTS_MAX),
  }
}
