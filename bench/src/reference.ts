/**
 * Does a fixed piece of work: numbers, texts, objects and sorting. Its time shows how fast a machine is at this moment.
 * It uses nothing from outside, so that browsers run its source text as well.
 */
export function doReferenceWork(): number {
  let seed = 1
  const next = () => (seed = (seed * 48271) % 2147483647)
  const rows = Array.from({ length: 6000 }, (_, place) => ({
    place,
    time: next(),
    name: `driver ${next()}`,
  }))
  rows.sort((a, b) => a.time - b.time)
  const parsed: typeof rows = JSON.parse(JSON.stringify(rows))
  return parsed.reduce((sum, { name, time }) => sum + name.length + (time % 7), 0)
}

export interface InTurn {
  readonly oursMs: number
  readonly referenceMs: number
  /** It is the median of the rounds' ratios. */
  readonly ratio: number
}

/**
 * Runs both in turn: what slows the machine down for a while slows both. Measures processor time,
 * which leaves out what other programs use. The first round only warms up.
 */
export async function measureInTurn(
  rounds: number,
  ours: () => unknown,
  reference: () => unknown,
): Promise<InTurn> {
  const pairs: { readonly oursMs: number; readonly referenceMs: number }[] = []
  while (pairs.length <= rounds) {
    pairs.push({ oursMs: await cpuMsOf(ours), referenceMs: await cpuMsOf(reference) })
  }
  pairs.shift()
  return {
    oursMs: median(pairs.map(({ oursMs }) => oursMs)),
    referenceMs: median(pairs.map(({ referenceMs }) => referenceMs)),
    ratio: median(pairs.map(({ oursMs, referenceMs }) => oursMs / referenceMs)),
  }
}

/** Measures the processor time of the work, including the threads that collect garbage. `work` may return a promise. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return cpuMsSince(before)
}

export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** `share` goes from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
