import { systemOfEvent } from '@pitboard/contract/seasons/event-points'
import type { PointsSystem } from '@pitboard/contract/seasons/points-system'
import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import type { SessionDocument } from '@pitboard/contract/sessions/session-document'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { cellAt } from '../../timing/read-table.ts'
import type { ImportRow } from '../import/import-rows.ts'
import type { RoundColumn, RoundKind } from './read-rounds.ts'
import { toDocument } from './result-document.ts'
import { blankRow, type TypedRow } from './result-rows.ts'
import { type CellMeaning, readCell, type RoundCell, type RoundMark } from './round-cells.ts'

const CARS_MAX = 30

/** A column is left out for one of these reasons. */
export type RoundFault =
  | 'roundTwice'
  | 'hasResult'
  | 'noDate'
  | 'notDriven'
  | 'cellUnread'
  | 'placeTwice'
  | 'markTwice'
  | 'tooManyCars'
  | 'noCars'

export interface RoundResult {
  readonly eventId: string
  readonly kind: RoundKind
  /** Null means that the column is left out. */
  readonly document: SessionDocument | null
  readonly fault: RoundFault | null
  /** The cells of these drivers are the reason. */
  readonly faultyNames: readonly string[]
  /** Nobody has these places: drivers behind them move up. */
  readonly missingPlaces: readonly number[]
  /** The rules pay these drivers other points for their place. */
  readonly otherPoints: readonly string[]
}

interface Table {
  readonly columns: readonly RoundColumn[]
  readonly rows: readonly ImportRow[]
  readonly meaning: CellMeaning
}

interface Season {
  readonly events: readonly SeasonEvent[]
  readonly pointsSystem: PointsSystem
  /** The table is of this tier; empty for all drivers. */
  readonly tier: string
  /** Drivers for whom the table names no team drive for these teams. */
  readonly teams: ReadonlyMap<string, string>
  readonly teamColours: ReadonlyMap<string, string>
  /** The calendar has no moment in the past for these events, which are the keys; they were driven at these instants. */
  readonly drivenAt: ReadonlyMap<string, string>
  readonly nowMs: number
}

/** A driver is in the round with this cell. */
interface Entry {
  readonly row: ImportRow
  readonly cell: RoundCell | undefined
}

/** Returns what each column of a round becomes, null for other columns. */
export function toResults(table: Table, season: Season): (RoundResult | null)[] {
  const seen = new Set<string>()
  return table.columns.map((column, at) => {
    if (!('eventId' in column)) return null
    const event = season.events.find(({ id }) => id === column.eventId)
    if (!event) return null
    const round = `${column.kind} ${column.eventId}`
    const result = toResult(
      { column, event, isTwice: seen.has(round) },
      entriesOf(table, at),
      season,
    )
    seen.add(round)
    return result
  })
}

/** Rows that are left out are in no round. */
function entriesOf({ rows, meaning }: Table, at: number): Entry[] {
  return rows.flatMap((row) => {
    const cell = readCell(cellAt(row.cells, at), meaning)
    return row.fault !== null || cell === null ? [] : [{ row, cell }]
  })
}

interface Round {
  readonly column: Extract<RoundColumn, { readonly eventId: string }>
  readonly event: SeasonEvent
  readonly isTwice: boolean
}

function toResult(
  { column: { eventId, kind }, event, isTwice }: Round,
  entries: readonly Entry[],
  season: Season,
): RoundResult {
  const { tier, nowMs } = season
  const startsAt = season.drivenAt.get(eventId) ?? event.startsAt
  const namesOf = (found: readonly Entry[]) => found.map(({ row }) => row.mappedTo)
  const unread = namesOf(entries.filter(({ cell }) => cell === undefined))
  const places = entries.flatMap(({ cell }) => (cell?.kind === 'place' ? [cell.place] : []))
  const shared = namesOf(
    entries.filter(
      ({ cell }) =>
        cell?.kind === 'place' && places.indexOf(cell.place) !== places.lastIndexOf(cell.place),
    ),
  )
  const marked = namesOf(
    MARKS.flatMap((mark) => {
      const found = entries.filter(({ cell }) => cell?.marks?.includes(mark))
      return found.length > 1 ? found : []
    }),
  )
  const faults: [boolean, RoundFault, (readonly string[])?][] = [
    [isTwice, 'roundTwice'],
    [event.sessions.some((one) => one.role === kind && one.tier === tier), 'hasResult'],
    [entries.length === 0, 'noCars'],
    [unread.length > 0, 'cellUnread', unread],
    [shared.length > 0, 'placeTwice', shared],
    [marked.length > 0, 'markTwice', marked],
    [entries.length > CARS_MAX, 'tooManyCars'],
    [startsAt === null, 'noDate'],
    [startsAt !== null && Date.parse(startsAt) > nowMs, 'notDriven'],
  ]
  const [, fault = null, faultyNames = []] = faults.find(([isFaulty]) => isFaulty) ?? []
  const bonus = { ...season, event, kind }
  const order = entries.toSorted((one, other) => rankOf(one, bonus) - rankOf(other, bonus))
  const isLeftOut = fault !== null || startsAt === null
  return {
    eventId,
    kind,
    fault,
    faultyNames,
    missingPlaces: isLeftOut ? [] : findMissing(places),
    otherPoints: isLeftOut ? [] : namesOf(findOtherPoints(order, { event, kind }, season)),
    document: isLeftOut ? null : documentOf(order, { event, kind, startsAt }, season),
  }
}

/** Orders finishers by their places, else by their points; then come those who retired, were disqualified or never started. */
function rankOf({ cell }: Entry, bonus: Bonus): number {
  if (cell === undefined) return Infinity
  if (cell.kind === 'place') return cell.place
  if (cell.kind === 'points') return cell.points > 0 ? markedPoints(cell, bonus) - cell.points : 100
  return 101 + LAST.indexOf(cell.resultStatus)
}

const LAST: readonly number[] = [
  ResultStatus.NotClassified,
  ResultStatus.Retired,
  ResultStatus.Disqualified,
  ResultStatus.Inactive,
]

function findMissing(places: readonly number[]): number[] {
  const all = Array.from({ length: Math.max(0, ...places) }, (_, index) => index + 1)
  return all.filter((place) => !places.includes(place))
}

const MARKS = ['pole', 'fastestLap'] as const satisfies readonly RoundMark[]

interface Bonus extends Pick<Season, 'pointsSystem'> {
  readonly event: SeasonEvent
  readonly kind: RoundKind
}

/** Returns what the rules pay a driver for the marks of their cell; `place` is where they finished, as far as it is known. */
function markedPoints(
  { marks = [] }: RoundCell,
  { pointsSystem, event, kind }: Bonus,
  place = 1,
): number {
  const { pole, fastestLap } = pointsSystem
  const isPaid =
    fastestLap !== null &&
    (kind === 'race' || fastestLap.inSprints) &&
    place <= (fastestLap.withinPosition ?? Infinity)
  const points =
    (marks.includes('pole') && kind === 'race' ? pole : 0) +
    (marks.includes('fastestLap') && isPaid ? fastestLap.points : 0)
  return points * (event.points?.factor ?? 1)
}

/** Points of a table may have bonuses or penalties in them, which a place does not say. */
function findOtherPoints(
  order: readonly Entry[],
  { event, kind }: { readonly event: SeasonEvent; readonly kind: RoundKind },
  { pointsSystem }: Season,
): Entry[] {
  const list = systemOfEvent(pointsSystem, event)[kind]
  const factor = event.points?.factor ?? 1
  return order.filter(({ cell }, index) => {
    if (cell?.kind !== 'points') return false
    const bonus = markedPoints(cell, { pointsSystem, event, kind }, index + 1)
    const paid = cell.points === 0 ? 0 : (list[index] ?? 0) * factor + bonus
    return Math.abs(paid - cell.points) > 0.001
  })
}

function documentOf(
  order: readonly Entry[],
  { event, kind, startsAt }: Pick<Round, 'event'> & { kind: RoundKind; startsAt: string },
  { teams, teamColours }: Season,
): SessionDocument {
  const rows = order.map(({ row, cell }): TypedRow => {
    const team = row.team === '' ? (teams.get(row.mappedTo) ?? '') : row.team
    const grid = cell?.marks?.includes('pole') ? '1' : ''
    return { ...blankRow(), name: row.mappedTo, team, grid, resultStatus: statusOf(cell) }
  })
  const document = toDocument({
    kind,
    startsAt,
    rows,
    teamColours,
    trackId: event.track,
    laps: 0,
    before: null,
  })
  // A table says where somebody finished, and nothing of the order of those who did not.
  const drivers = document.drivers.map((driver) =>
    driver.resultStatus === ResultStatus.Finished
      ? driver
      : { ...driver, position: null, finishingPosition: null },
  )
  const fastest = order.findIndex(({ cell }) => cell?.marks?.includes('fastestLap'))
  const driverIdx = document.drivers[fastest]?.driverIdx
  if (driverIdx === undefined) return { ...document, drivers }
  // The table says who was fastest, and no time.
  return { ...document, drivers, events: [{ kind: 'fastestLap', timeMs: 0, driverIdx }] }
}

/** Nobody knows where a driver without points finished. */
function statusOf(cell: RoundCell | undefined): number {
  if (cell?.kind === 'status') return cell.resultStatus
  return cell?.kind === 'points' && cell.points === 0
    ? ResultStatus.NotClassified
    : ResultStatus.Finished
}
