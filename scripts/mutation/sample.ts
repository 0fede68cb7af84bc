import { createHash } from 'node:crypto'

/**
 * A sample chooses the mutations of an area that are tried: each has the same chance, and a seed always gives the same
 * ones.
 */
export interface Sample {
  readonly percent: number
  readonly seed: string
}

/** Stryker numbers a mutation like this before a run, and in its report. */
export interface SampledMutant {
  readonly mutatorName: string
  readonly replacement: string
  /** Lines and columns count from 0 or from 1: a sample compares those of the same source. */
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export function isSampled({ percent, seed }: Sample, file: string, mutant: SampledMutant): boolean {
  if (percent >= 100) return true
  const { mutatorName, replacement, line, column, endLine, endColumn } = mutant
  const text = [seed, file, mutatorName, replacement, line, column, endLine, endColumn].join('\n')
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32 < percent / 100
}

/**
 * Estimates the share that a sample stands for, as percentages between which it is in 19 of 20 samples (Wilson). A
 * sample that is all there is leaves nothing to estimate.
 */
export function estimateShare({
  killed,
  sampled,
  all,
}: {
  killed: number
  sampled: number
  all: number
}): { from: number; to: number } {
  if (sampled === 0) return { from: 0, to: 100 }
  const share = killed / sampled
  if (sampled === all) return { from: share * 100, to: share * 100 }
  const z = 1.96
  // What was not drawn is all that is uncertain.
  const count = all > sampled ? (sampled * (all - 1)) / (all - sampled) : sampled
  const centre = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count)
  const half =
    (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + (z / (2 * count)) ** 2)
  return { from: Math.max(0, centre - half) * 100, to: Math.min(1, centre + half) * 100 }
}
