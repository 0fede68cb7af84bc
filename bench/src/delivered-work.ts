import { percentile } from './reference.ts'

/** Work counts as delivered where 99 of 100 ticks begin less than this after their time. */
export const LATE_MS_MAX = 100

/** A server has delivered this until a moment. */
export interface Delivered {
  readonly messages: number
  /** The keys are the upper limits of buckets in seconds; the values count the ticks that were at most so late. */
  readonly ticks: ReadonlyMap<number, number>
}

/** Reads the metrics of a server, or of all its workers together. */
export async function readDelivered(metricsPort: number): Promise<Delivered> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const lines = (await answer.text()).split('\n')
  const ticks = new Map<number, number>()
  let messages = 0
  for (const line of lines) {
    const [, bound, count] =
      /^pitboard_live_tick_late_seconds_bucket\{le="([^"]+)"\} (\d+)$/.exec(line) ?? []
    if (bound !== undefined) {
      ticks.set(bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound), Number(count))
    }
    const sent = /^pitboard_live_messages_total (\d+)$/.exec(line)
    if (sent) messages = Number(sent[1])
  }
  if (ticks.size === 0) throw new Error('The server has no metrics of its ticks.')
  return { messages, ticks }
}

/**
 * Returns what was delivered between two moments, and how late 99 of 100 ticks were at most, to the limit of a bucket.
 */
export function deliveredBetween(
  before: Delivered,
  after: Delivered,
): { readonly messages: number; readonly lateMs: number } {
  const counts = [...after.ticks]
    .map(([bound, count]): [number, number] => [bound, count - (before.ticks.get(bound) ?? 0)])
    .toSorted(([a], [b]) => a - b)
  const all = counts.at(-1)?.[1] ?? 0
  const [bound] = counts.find(([, count]) => count >= all * 0.99) ?? [Number.NaN]
  return { messages: after.messages - before.messages, lateMs: bound * 1000 }
}

/** Returns how late 99 of 100 are at most. */
export function latenessOf(lateMs: readonly number[]): number {
  return percentile(lateMs, 0.99)
}
