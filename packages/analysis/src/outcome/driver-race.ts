import { lapEndsOf, lastLapOf, startOf } from '../laps/lap-ends.ts'
import { completedLapsOf } from '../laps/completed-laps.ts'
import { neutralisedIn } from '../laps/neutralised-laps.ts'
import { stintsOf } from '../laps/stints.ts'
import { racingLaps } from '../outlook/racing-laps.ts'
import { stopLosses } from '../outlook/measured-stops.ts'
import { median, quantile } from '../statistics/quantile.ts'
import { robustDeviation, type RobustLine, robustLine } from '../statistics/robust-line.ts'
import type { Driver, Penalty, PitStop } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isRaceType, PenaltyType } from '@pitboard/contract/wire/enumerations'
import { contactBefore } from './key-moments.ts'
import { lapCompany, type LapCompany } from './lap-company.ts'
import { placesLostByPenalties } from './penalty-places.ts'
import { isRetired } from './race-facts.ts'

/**
 * The race of one driver says where they lost and gained time and places. What the recording does not show is
 * null or missing.
 */
export interface DriverRace {
  readonly driver: Driver
  /** `from` is 0 for the pit lane; `to` is the place after the first lap. */
  readonly start: { readonly from: number; readonly to: number } | null
  /**
   * Counts passes on the track after the first lap: by the driver (`made`) and of the driver (`suffered`). It
   * is null for a session without overtakes.
   */
  readonly passes: { readonly made: number; readonly suffered: number } | null
  readonly traffic: Traffic | null
  readonly stops: readonly DriverStop[]
  /** Lists the stints that are long enough to show how lap times changed with the age of the tyres. */
  readonly tyres: readonly TyreAge[]
  readonly mistakes: readonly Mistake[]
  /** Counts the laps that can be compared with the driver's own pace, because mistakes show only in them. */
  readonly comparedLaps: number
  readonly penalties: readonly DriverPenalty[]
  /** `contact` is whom the driver touched shortly before. */
  readonly retirement: { readonly lap: number; readonly contact: Driver | null } | null
}

/** Traffic is made of laps that were driven within `TRAFFIC_MS` behind another car from line to line. */
interface Traffic {
  readonly laps: number
  readonly firstLap: number
  /** The first of these laps began at this session time; it is null if unknown. */
  readonly fromMs: number | null
  /** The most of these laps, `rivalLaps`, were driven behind this driver. */
  readonly rival: Driver
  readonly rivalLaps: number
  /**
   * The loss is measured against the driver's own pace in clear air, and is null where that is unknown. It is
   * negative if the tow helped.
   */
  readonly lostMs: number | null
}

interface DriverStop {
  readonly stop: PitStop
  /** The loss is measured against a lap on the track; it is null if it cannot be measured. */
  readonly lossMs: number | null
  /** The whole field drove slowly, so that the stop cost less than one at racing speed. */
  readonly isSlow: boolean
  /** It is the median of the other cars' stops at racing speed, and null if there are fewer than three. */
  readonly fieldMs: number | null
}

interface TyreAge {
  readonly tyreCompound: number
  readonly firstLap: number
  readonly laps: number
  /** Each lap was slower than the one before by this much. */
  readonly lossMsPerLap: number
}

interface Mistake {
  readonly lap: number
  /** The lap began at this session time; it is null if unknown. */
  readonly fromMs: number | null
  readonly lostMs: number
  /** It is null where the driver touched nobody on that lap. */
  readonly contact: Driver | null
}

interface DriverPenalty {
  readonly penalty: Penalty
  /**
   * Serving the penalty in the pit lane cost this much; it is null for other penalties and where no lap shows
   * it.
   */
  readonly servedMs: number | null
  readonly servedLap: number | null
  /**
   * Counts cars that finished behind on the road but are ahead in the result. All time penalties together
   * cost these places, so that only the last one has them.
   */
  readonly placesLost: number
}

/** Returns what decided the race of a driver; null outside races, and for a driver who completed no lap. */
export function driverRace(session: SessionDetail, driver: Driver): DriverRace | null {
  if (!isRaceType(session.sessionType) || completedLapsOf(driver) === 0) return null
  const company = lapCompany(session, driver)
  const pace = ownPace(session, driver, company)
  const served = servedPenalties(driver, pace)
  const servedLaps = new Set([...served.values()].flatMap(({ lap }) => [lap, lap + 1]))
  return {
    driver,
    start: startOfRace(session, driver),
    passes: passesOf(session, driver),
    traffic: trafficOf(company, pace),
    stops: stopsOf(session, driver),
    tyres: tyresOf(pace),
    mistakes: mistakesOf(session, driver, pace).filter(({ lap }) => !servedLaps.has(lap)),
    comparedLaps: pace
      .flatMap(({ laps }) => laps)
      .filter(({ overMs, isNeutralised }) => overMs !== null && !isNeutralised).length,
    penalties: penaltiesOf(session, driver, served),
    retirement: retirementOf(session, driver),
  }
}

function retirementOf(session: SessionDetail, driver: Driver): DriverRace['retirement'] {
  if (!isRetired(driver)) return null
  const lap = completedLapsOf(driver) + 1
  return { lap, contact: contactBefore(session, driver, lap) }
}

function startOfRace(session: SessionDetail, driver: Driver): DriverRace['start'] {
  const { startingPosition: from } = driver
  const ownMs = lapEndsOf(driver)[0] ?? null
  if (from === null || ownMs === null) return null
  let to = 1
  for (const other of session.drivers) {
    if (other === driver || completedLapsOf(other) === 0) continue
    const endMs = lapEndsOf(other)[0] ?? null
    if (endMs === null || endMs === ownMs) return null
    if (endMs < ownMs) to += 1
  }
  return { from, to }
}

/** Lapping and being lapped do not count. */
function passesOf(session: SessionDetail, driver: Driver): DriverRace['passes'] {
  if (session.overtakes.length === 0) return null
  const lapOf = (idx: number, atMs: number) => {
    const car = session.drivers.find(({ driverIdx }) => driverIdx === idx)
    return car ? lapAt(session, car, atMs) : null
  }
  const passes = session.overtakes.filter(
    ({ lapNum, overtakingDriverIdx: by, overtakenDriverIdx: of, overtakingTime }) =>
      lapNum > 1 &&
      [by, of].includes(driver.driverIdx) &&
      lapOf(by, overtakingTime) === lapOf(of, overtakingTime),
  )
  const made = passes.filter(({ overtakingDriverIdx: by }) => by === driver.driverIdx).length
  return { made, suffered: passes.length - made }
}

function lapAt(session: SessionDetail, driver: Driver, atMs: number): number {
  const startMs = startOf(session)
  return 1 + lapEndsOf(driver).filter((endMs) => endMs !== null && startMs + endMs < atMs).length
}

/**
 * The lap is compared with the driver's own pace on these tyres; a comparison is null where that pace is
 * unknown.
 */
interface PacedLap extends LapCompany {
  /** Compares with laps in clear air. */
  readonly overClearMs: number | null
  /** Compares with all laps at racing speed. */
  readonly overMs: number | null
  readonly isNeutralised: boolean
}

interface PacedStint {
  readonly tyreCompound: number
  readonly firstLap: number
  /** It is fitted through the laps in clear air. */
  readonly clear: Pace | null
  /** It is fitted through all laps at racing speed. */
  readonly usual: Pace | null
  readonly laps: readonly PacedLap[]
}

interface Pace {
  readonly line: RobustLine
  /** Counts the laps that the line goes through. */
  readonly laps: number
  /** It is the standard deviation of the laps from the line. */
  readonly spreadMs: number
}

/** Fewer laps say nothing about a pace. */
const PACE_LAPS_MIN = 4

function paceThrough(laps: readonly { readonly x: number; readonly y: number }[]): Pace | null {
  const line = laps.length >= PACE_LAPS_MIN ? robustLine(laps) : null
  if (!line) return null
  const spreadMs = robustDeviation(laps.map(({ x, y }) => y - line.at(x)))
  return { line, laps: laps.length, spreadMs }
}

function ownPace(
  session: SessionDetail,
  driver: Driver,
  company: readonly LapCompany[],
): PacedStint[] {
  const slowLaps = slowLapsOf(session, driver, company)
  const timeOf = (lap: number) => driver.lapTimes[lap - 1]?.lapTime ?? null
  const racing = new Set(racingLaps(driver).map(({ lapNum }) => lapNum))
  return stintsOf(driver).map(({ tyreCompound, firstLap, laps: count }) => {
    const laps = company.filter(({ lap }) => lap >= firstLap && lap < firstLap + count)
    const driven = laps.flatMap(({ lap, met }) => {
      const timeMs = timeOf(lap)
      const isRacing = timeMs !== null && racing.has(lap) && !slowLaps.has(lap)
      return isRacing ? [{ x: lap, y: timeMs, isAlone: met.length === 0 }] : []
    })
    const clear = paceThrough(driven.filter(({ isAlone }) => isAlone))
    const usual = paceThrough(driven)
    return {
      tyreCompound,
      firstLap,
      clear,
      usual,
      laps: laps.map((each): PacedLap => {
        const { lap } = each
        const isPitLap = driver.pitStops.some(({ lapNum }) => lapNum === lap || lapNum + 1 === lap)
        const timeMs = lap === 1 || isPitLap ? null : timeOf(lap)
        const over = (pace: Pace | null) =>
          timeMs === null || pace === null ? null : timeMs - pace.line.at(lap)
        return {
          ...each,
          isNeutralised: slowLaps.has(lap),
          overClearMs: over(clear),
          overMs: over(usual),
        }
      }),
    }
  })
}

/**
 * A lap that takes this many times the typical one was hindered; the whole field was slow if three quarters
 * of the cars were hindered.
 */
const SLOW_FIELD = 1.03

/** Finds laps of a driver under a safety car or a flag, or on which the whole field was slow. */
function slowLapsOf(
  session: SessionDetail,
  driver: Driver,
  company: readonly LapCompany[],
): ReadonlySet<number> {
  const periods = neutralisedIn(session, lastLapOf(session))
  const field = session.drivers.flatMap((other) => {
    const racing = racingLaps(other)
    if (other === driver || racing.length === 0) return []
    return [{ other, typicalMs: median(racing.map(({ lapTime }) => lapTime)) }]
  })
  const slow = company.filter(({ lap, fromMs, toMs }) => {
    const isUnder = periods.some(
      (period) =>
        fromMs === null ||
        toMs === null ||
        (period.fromMs < toMs && (period.toMs ?? Infinity) > fromMs),
    )
    // Where the game does not report it, the other cars show it.
    const shares = field.flatMap(({ other, typicalMs }) => {
      const timeMs = other.lapTimes[lap - 1]?.lapTime ?? null
      const isPitLap = other.pitStops.some(({ lapNum }) => lapNum === lap || lapNum + 1 === lap)
      return timeMs === null || isPitLap ? [] : [timeMs / typicalMs]
    })
    return isUnder || (shares.length > 0 && lowerQuartile(shares) > SLOW_FIELD)
  })
  return new Set(slow.map(({ lap }) => lap))
}

function lowerQuartile(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.25,
  )
}

function trafficOf(company: readonly LapCompany[], pace: readonly PacedStint[]): Traffic | null {
  const paced = new Map(pace.flatMap(({ laps }) => laps.map((lap) => [lap.lap, lap] as const)))
  const hindered = company.filter(
    ({ lap, isInTraffic }) => isInTraffic && paced.get(lap)?.isNeutralised === false,
  )
  const behind = new Map<Driver, number>()
  for (const { behind: rival } of hindered) {
    if (rival) behind.set(rival, (behind.get(rival) ?? 0) + 1)
  }
  const [most] = [...behind].toSorted(([, a], [, b]) => b - a)
  const [first] = hindered
  if (!most || !first) return null
  const over = hindered.flatMap(({ lap }) => paced.get(lap)?.overClearMs ?? [])
  return {
    laps: hindered.length,
    firstLap: first.lap,
    fromMs: first.fromMs,
    rival: most[0],
    rivalLaps: most[1],
    lostMs: over.length === hindered.length ? over.reduce((sum, ms) => sum + ms, 0) : null,
  }
}

/** Fewer stops of other cars could be slow or fast by chance. */
const FIELD_STOPS_MIN = 3

function stopsOf(session: SessionDetail, driver: Driver): DriverStop[] {
  const losses = stopLosses(session.drivers)
  const others = losses.filter((loss) => loss.driver !== driver && !loss.isSlow)
  const fieldMs =
    others.length >= FIELD_STOPS_MIN ? median(others.map(({ lossMs }) => lossMs)) : null
  return driver.pitStops.map((stop) => {
    const loss = losses.find((each) => each.stop === stop)
    return { stop, lossMs: loss?.lossMs ?? null, isSlow: loss?.isSlow ?? false, fieldMs }
  })
}

/** A trend over fewer laps may be chance. */
const TREND_LAPS_MIN = 6

function tyresOf(pace: readonly PacedStint[]): TyreAge[] {
  return pace.flatMap(({ tyreCompound, firstLap, clear, usual, laps }) => {
    const trend = [clear, usual].find((one) => (one?.laps ?? 0) >= TREND_LAPS_MIN)
    if (!trend) return []
    return [{ tyreCompound, firstLap, laps: laps.length, lossMsPerLap: trend.line.slope }]
  })
}

/** A smaller loss occurs on any lap. */
const MISTAKE_MIN_MS = 800
/** Beside another car a lap may take so much longer without a mistake. */
const FIGHT_MS = 3_000
const SPREADS = 5

/** Finds laps that were slower than the driver's own pace and for which there is no other reason. */
function mistakesOf(
  session: SessionDetail,
  driver: Driver,
  pace: readonly PacedStint[],
): Mistake[] {
  return pace.flatMap(({ usual, laps }) =>
    laps.flatMap(({ lap, fromMs, overMs, isNeutralised, met }): Mistake[] => {
      if (usual === null || overMs === null || isNeutralised) return []
      const fight = met.length > 0 ? FIGHT_MS : MISTAKE_MIN_MS
      if (overMs < Math.max(fight, SPREADS * usual.spreadMs)) return []
      const contact = contactOn(session, driver, lap)
      // A backmarker or a driver who made a mistake took at least as long, and so may have held this car up.
      const ownMs = usual.line.at(lap) + overMs
      const isHeldUp = met.some(({ lapMs }) => lapMs !== null && lapMs >= ownMs)
      return isHeldUp && contact === null ? [] : [{ lap, fromMs, lostMs: overMs, contact }]
    }),
  )
}

function contactOn({ events, drivers }: SessionDetail, driver: Driver, lap: number): Driver | null {
  const own = driver.driverIdx
  const contact = events.find(
    ({ kind, lapNum, driverIdx, otherDriverIdx }) =>
      kind === 'collision' && lapNum === lap && [driverIdx, otherDriverIdx].includes(own),
  )
  const other = contact?.driverIdx === own ? contact.otherDriverIdx : contact?.driverIdx
  return drivers.find(({ driverIdx }) => driverIdx === other) ?? null
}

const SERVED: readonly number[] = [PenaltyType.DriveThrough, PenaltyType.StopGo]

/** Returns whether a penalty is served in the pit lane. */
export function isServedInPitLane({ penaltyType }: Pick<Penalty, 'penaltyType'>): boolean {
  return SERVED.includes(penaltyType)
}

/** A penalty has to be served within this number of laps. */
const SERVE_LAPS = 4
/** No way through a pit lane takes less time. */
const SERVED_MIN_MS = 5_000

interface Served {
  readonly lap: number
  readonly lostMs: number
}

/**
 * Finds when penalties in the pit lane were served: on the two consecutive laps soon after them that took
 * longest.
 */
function servedPenalties(
  driver: Driver,
  pace: readonly PacedStint[],
): ReadonlyMap<Penalty, Served> {
  const over = new Map(
    pace.flatMap(({ laps }) =>
      laps.flatMap(({ lap, overMs, isNeutralised }) =>
        overMs === null || isNeutralised ? [] : [[lap, overMs] as const],
      ),
    ),
  )
  const served = new Map<Penalty, Served>()
  for (const penalty of driver.penalties) {
    if (!isServedInPitLane(penalty)) continue
    const [longest] = [...over]
      // The start line crosses the pit lane, so that the way out of it belongs to the next lap.
      .map(([lap, overMs]) => ({ lap, lostMs: overMs + Math.max(over.get(lap + 1) ?? 0, 0) }))
      .filter(({ lap, lostMs }) => {
        const after = lap - penalty.lapNum
        return after >= 0 && after <= SERVE_LAPS && lostMs >= SERVED_MIN_MS
      })
      .toSorted((a, b) => b.lostMs - a.lostMs)
    if (!longest) continue
    served.set(penalty, longest)
    over.delete(longest.lap)
    over.delete(longest.lap + 1)
  }
  return served
}

const TOLD: readonly number[] = [...SERVED, PenaltyType.TimePenalty, PenaltyType.Disqualified]

function penaltiesOf(
  session: SessionDetail,
  driver: Driver,
  served: ReadonlyMap<Penalty, Served>,
): DriverPenalty[] {
  const penalties = driver.penalties.filter(({ penaltyType }) => TOLD.includes(penaltyType))
  const last = penalties.findLast(({ penaltyType }) => penaltyType === PenaltyType.TimePenalty)
  return penalties.map((penalty) => ({
    penalty,
    servedMs: served.get(penalty)?.lostMs ?? null,
    servedLap: served.get(penalty)?.lap ?? null,
    placesLost: penalty === last ? placesLostByPenalties(session, driver) : 0,
  }))
}
