import type { Random } from '../random.ts'
import type { Setup } from '../setup.ts'
import type { SessionKind } from '../situations.ts'
import { medium, soft } from './compounds.ts'
import type { Run } from './plan.ts'

const LEAST_APART_MS = 2500
const SECOND_RUN_MS = 15_000

/** When each car goes out, and for how many laps: one by one, some a second time. */
export function runsOf(setup: Setup, random: Random): Run[][] {
  const { kind, cars, laps } = setup
  return Array.from({ length: cars }, (_, index) => {
    const atMs =
      kind === 'timeTrial' ? 0 : Math.round(index * LEAST_APART_MS + random.between(0, 900))
    const first: Run = { atMs, laps: lapsOfRun(kind, laps), compound: soft }
    if (kind !== 'practice' || index % 2 === 1) return [first]
    return [first, { atMs: SECOND_RUN_MS, laps: 1, compound: medium }]
  })
}

/** One lap out and one that counts, where no more is allowed. */
function lapsOfRun(kind: SessionKind, laps: number): number {
  return kind === 'oneShotQualifying' ? 2 : laps
}
