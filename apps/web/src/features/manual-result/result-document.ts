import { isRaceType, ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import type { DocumentDriver, SessionDocument } from '@pitboard/contract/sessions/session-document'
import { TEAM_COLOURS, teamColour } from '../../timing/team-colours.ts'
import { readLapsBehind, readTimeMs, type TypedRow } from './result-rows.ts'

/** Teams keep the colour that they have; each other one gets one that no team has yet. */
function coloursOf(
  teams: readonly string[],
  known: ReadonlyMap<string, string>,
): Map<string, string> {
  const colours = new Map(known)
  for (const team of teams) {
    if (team === '' || colours.has(team)) continue
    const taken = new Set(colours.values())
    const free = TEAM_COLOURS.find((colour) => !taken.has(colour))
    colours.set(team, free ?? teamColour(colours.size))
  }
  return colours
}

export type TypedKind = Exclude<SessionRole, 'practice'>

interface TypedSession {
  readonly kind: TypedKind
  readonly trackId: number
  readonly startsAt: string
  /** It is 0 where the session was driven by time. */
  readonly laps: number
  /** The rows stand in finishing order. */
  readonly rows: readonly TypedRow[]
  /** The keys are team names; a team without an entry gets a colour. */
  readonly teamColours: ReadonlyMap<string, string>
  /** This is corrected: whatever was not typed of it stays. */
  readonly before: RecordedSession | null
}

const TYPES: Readonly<Record<TypedKind, number>> = {
  race: SessionType.Race,
  sprint: SessionType.Race,
  qualifying: SessionType.ShortQualifying,
  sprintQualifying: SessionType.ShortSprintShootout,
}

export function isOfLaps(kind: TypedKind): boolean {
  return kind === 'race' || kind === 'sprint'
}

/** Returns a session document of a result that no recorder saw. */
export function toDocument(typed: TypedSession): SessionDocument {
  const { kind, trackId, startsAt, laps, rows, before } = typed
  const [leader] = rows
  const first = {
    laps,
    raceMs: leader ? readTimeMs(leader.time) : null,
    bestMs: leader ? readTimeMs(leader.bestLap) : null,
  }
  const indexes = indexesOf(rows)
  const teams = rows.map(({ team }) => team.trim())
  const colours = coloursOf(teams, typed.teamColours)
  const isSameKind = before !== null && kindOf(before) === kind
  return {
    ...before,
    trackId,
    sessionType: isSameKind ? before.sessionType : TYPES[kind],
    raceKind: kind === 'sprint' ? 'sprint' : null,
    numberOfLaps: laps,
    sessionStartTime: startsAt,
    // The server takes it from the times.
    sessionEndTime: null,
    drivers: rows.map((row, index) => {
      const known = before?.drivers.find(({ driverIdx }) => driverIdx === row.driverIdx)
      const teamColour = colours.get(row.team.trim())
      return {
        ...known,
        ...toDriver(row, index + 1, kind, first),
        driverIdx: indexes[index] ?? index,
        ...(teamColour !== undefined && { teamColour }),
      }
    }),
  }
}

/** Returns what was stored, as it would be typed. */
export function toRows({ drivers, ...session }: RecordedSession): TypedRow[] {
  const sorted = drivers.toSorted((a, b) => (a.position ?? 99) - (b.position ?? 99))
  return sorted.map((driver) => {
    const wholeMs = driver.totalRaceTime
    return {
      id: `car-${driver.driverIdx}`,
      driverIdx: driver.driverIdx,
      name: driver.name,
      team: driver.team,
      time: wholeMs === null ? '' : timeText(wholeMs + driver.totalPenaltiesSeconds * 1000),
      bestLap: driver.bestLapTimeMs === null ? '' : timeText(driver.bestLapTimeMs),
      laps:
        driver.numberOfLaps === session.numberOfLaps || driver.numberOfLaps === null
          ? ''
          : String(driver.numberOfLaps),
      grid: driver.startingPosition === null ? '' : String(driver.startingPosition),
      penalty: driver.totalPenaltiesSeconds === 0 ? '' : String(driver.totalPenaltiesSeconds),
      resultStatus: driver.resultStatus,
    }
  })
}

export function kindOf({
  sessionType,
  raceKind,
}: Pick<RecordedSession, 'sessionType' | 'raceKind'>): TypedKind {
  if (isRaceType(sessionType)) return raceKind === 'sprint' ? 'sprint' : 'race'
  return sessionType >= SessionType.SprintShootout1 ? 'sprintQualifying' : 'qualifying'
}

interface First {
  readonly laps: number
  readonly raceMs: number | null
  readonly bestMs: number | null
}

function toDriver(
  row: TypedRow,
  place: number,
  kind: TypedKind,
  first: First,
): Omit<DocumentDriver, 'driverIdx'> {
  const penaltySeconds = Number(row.penalty.trim() || 0)
  const behind = readLapsBehind(row.time) ?? 0
  const timed = {
    name: row.name.trim(),
    team: row.team.trim(),
    resultStatus: row.resultStatus,
    position: place,
    finishingPosition: place,
  }
  if (!isOfLaps(kind)) {
    return { ...timed, bestLapTimeMs: wholeMs(row.bestLap, place, first.bestMs) }
  }
  return {
    ...timed,
    bestLapTimeMs: readTimeMs(row.bestLap),
    startingPosition: row.grid.trim() === '' ? null : Number(row.grid),
    numberOfLaps: row.laps.trim() === '' ? lapsBehind(first.laps, behind) : Number(row.laps),
    totalRaceTime: raceTimeMs(row, place, first.raceMs, penaltySeconds),
    totalPenaltiesSeconds: penaltySeconds,
  }
}

/** Returns null where the distance is not known. */
function lapsBehind(laps: number, behind: number): number | null {
  return laps === 0 ? null : Math.max(0, laps - behind)
}

/** Returns the time without penalties, as a recorder stores it; a gap counts from the winner's time. */
function raceTimeMs(
  { time, resultStatus }: TypedRow,
  place: number,
  winnerMs: number | null,
  penaltySeconds: number,
): number | null {
  if (resultStatus !== ResultStatus.Finished) return null
  const ms = wholeMs(time, place, winnerMs)
  return ms === null ? null : ms - penaltySeconds * 1000
}

/** Reads a race time or a gap to the leader, which has a plus or is much shorter. Returns the race time in ms. */
function wholeMs(typed: string, place: number, firstMs: number | null): number | null {
  const ms = readTimeMs(typed)
  if (ms === null) return null
  const isGap =
    place > 1 && (typed.trim().startsWith('+') || (firstMs !== null && ms < firstMs / 2))
  if (!isGap) return ms
  return firstMs === null ? null : firstMs + ms
}

/** Cars that are stored keep their numbers; new ones get those that are free. */
function indexesOf(rows: readonly TypedRow[]): number[] {
  const taken = new Set(rows.map(({ driverIdx }) => driverIdx))
  let next = 0
  return rows.map(({ driverIdx }) => {
    if (driverIdx !== null) return driverIdx
    while (taken.has(next)) next += 1
    taken.add(next)
    return next
  })
}

function timeText(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  const minutes = Math.floor((ms % 3_600_000) / 60_000)
  const seconds = ((ms % 60_000) / 1000).toFixed(3)
  if (hours > 0) return `${hours}:${pad(minutes)}:${seconds.padStart(6, '0')}`
  return minutes > 0 ? `${minutes}:${seconds.padStart(6, '0')}` : seconds
}

function pad(count: number): string {
  return String(count).padStart(2, '0')
}
