import type { PointsSystem, SessionRole } from '@pitboard/contract/points-system'
import type { Contribution } from '@pitboard/contract/standings'
import { classify, type Placed } from './classify.ts'
import type { Decision, SessionInput } from './input.ts'

export type ScoredPart = Pick<Contribution, 'kind' | 'points' | 'position' | 'factor'>

export interface Scored extends Placed {
  readonly hasFastestLap: boolean
  readonly hasPole: boolean
  readonly parts: readonly ScoredPart[]
}

/** The result of one session and what each car gets for it. */
export function scoreSession(
  system: PointsSystem,
  session: SessionInput,
  decisions: readonly Decision[],
): Scored[] {
  const placed = classify(session, decisions)
  const winnerLaps = Math.max(0, ...placed.map(({ car }) => car.numberOfLaps))
  const table = tableFor(system, session, winnerLaps)
  const holders = fastestLapHolders(session.role, placed)
  const pole = poleOf(session)
  return placed.map((one) => {
    const hasFastestLap = holders.includes(one)
    const hasPole = pole === one.car.driverIdx
    const parts = [
      positionPart(system, one, table, winnerLaps),
      hasPole ? part('pole', system.pole) : null,
      hasFastestLap ? fastestLapPart(system, session, one, holders, winnerLaps) : null,
    ].flatMap((found) => (found && found.points !== 0 ? [times(found, session)] : []))
    return { ...one, hasFastestLap, hasPole, parts }
  })
}

function tableFor(
  system: PointsSystem,
  { role, plannedLaps }: SessionInput,
  winnerLaps: number,
): readonly number[] {
  if (role === 'practice') return []
  if (role !== 'race' || plannedLaps === 0) return system[role]
  const share = winnerLaps / plannedLaps
  const shortened = system.shortenedRaces
    .toSorted((a, b) => a.belowShare - b.belowShare)
    .find(({ belowShare }) => share < belowShare)
  return shortened?.race ?? system.race
}

function positionPart(
  system: PointsSystem,
  { car, position, isClassified }: Placed,
  table: readonly number[],
  winnerLaps: number,
): ScoredPart | null {
  if (position === null || (system.onlyClassified && !isClassified)) return null
  if (car.numberOfLaps < system.minimumDistanceShare * winnerLaps) return null
  return part('position', table[position - 1] ?? 0, position)
}

function fastestLapPart(
  { fastestLap }: PointsSystem,
  { role, plannedLaps }: SessionInput,
  { position }: Placed,
  holders: readonly Placed[],
  winnerLaps: number,
): ScoredPart | null {
  if (!fastestLap || (role === 'sprint' && !fastestLap.inSprints)) return null
  if (winnerLaps < fastestLap.minimumDistanceShare * plannedLaps) return null
  const { withinPosition, shared, points } = fastestLap
  if (withinPosition !== null && (position === null || position > withinPosition)) return null
  if (shared === 'first' && holders[0]?.position !== position) return null
  return part('fastestLap', shared === 'split' ? points / holders.length : points, position)
}

/** Whoever drove the fastest lap of a race or sprint, disqualified ones left out. */
function fastestLapHolders(role: SessionRole, placed: readonly Placed[]): readonly Placed[] {
  if (role !== 'race' && role !== 'sprint') return []
  const timed = placed.filter(
    ({ car, position }) => position !== null && car.bestLapTimeMs !== null,
  )
  const best = Math.min(...timed.map(({ car }) => car.bestLapTimeMs ?? Infinity))
  return timed.filter(({ car }) => car.bestLapTimeMs === best)
}

/** The car that started the race first; where the grid is unknown nobody had the pole. */
function poleOf({ role, cars }: SessionInput): number | null {
  if (role !== 'race') return null
  return cars.find(({ startingPosition }) => startingPosition === 1)?.driverIdx ?? null
}

function part(
  kind: ScoredPart['kind'],
  points: number,
  position: number | null = null,
): ScoredPart {
  return { kind, points, position, factor: 1 }
}

function times(scored: ScoredPart, { pointsFactor }: SessionInput): ScoredPart {
  return { ...scored, points: scored.points * pointsFactor, factor: pointsFactor }
}
