import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { cellAt, readTable } from '../../timing/read-table.ts'
import {
  blankRow,
  readLapsBehind,
  readTimeMs,
  type TypedField,
  type TypedRow,
} from './result-rows.ts'

type Meaning = TypedField | 'place' | 'status' | null

const HEADS: readonly (readonly [RegExp, Meaning])[] = [
  [/^(p|pos|pos\.|place|position|platz|rang|#)$/, 'place'],
  [/^(no|no\.|number|nr|nr\.|car|startnummer)$/, null],
  [/^(name|driver|drivers|fahrer|pilot|player|gamertag)$/, 'name'],
  [/^(team|constructor|car ?name|wagen|konstrukteur|entrant)$/, 'team'],
  [/^(best|best ?lap|fastest ?lap|bestzeit|beste runde|schnellste runde)$/, 'bestLap'],
  [/^(time|time\/retired|total|race ?time|gap|interval|zeit|abstand|rennzeit)$/, 'time'],
  [/^(laps?|runden?|rdn)$/, 'laps'],
  [/^(grid|start|startplatz|qualified)$/, 'grid'],
  [/^(pen|penalty|penalties|strafe|strafen|zeitstrafe)$/, 'penalty'],
  [/^(status|result|ergebnis)$/, 'status'],
]

const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/^(dnf|ret|retired|ausgefallen|ausfall|out)$/, ResultStatus.Retired],
  [/^(dsq|dq|disqualified|disqualifiziert)$/, ResultStatus.Disqualified],
  [/^(nc|not classified|nicht gewertet)$/, ResultStatus.NotClassified],
  [/^(dns|did not start|nicht gestartet)$/, ResultStatus.Inactive],
  [/^(finished|im ziel|ok)$/, ResultStatus.Finished],
]

/**
 * Reads the lines of a table as it is copied from a spreadsheet or a page, in the order of their places. Its first line
 * may name the columns; else they are known by what stands in them. `main` is where a time belongs that nothing else
 * says of.
 */
export function parseClassification(text: string, main: 'time' | 'bestLap'): TypedRow[] {
  const table = readTable(text)
  const head = (table[0] ?? []).map(meaningOfHead)
  const isHeaded = head.filter((meaning) => meaning !== undefined).length >= 2
  const body = isHeaded ? table.slice(1) : table
  const columns = isHeaded ? head.map((meaning) => meaning ?? null) : guessColumns(body, main)
  const placed = body.map((cells) => toRow(cells, columns, main))
  return placed
    .filter(({ row }) => row.name !== '')
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row)
}

function meaningOfHead(cell: string): Meaning | undefined {
  const word = cell.toLowerCase()
  return HEADS.find(([pattern]) => pattern.test(word))?.[1]
}

/** Returns how a race ended for a driver, by words such as `DNF`; undefined for other texts. */
export function statusOf(cell: string): number | undefined {
  const word = cell.toLowerCase()
  return STATUSES.find(([pattern]) => pattern.test(word))?.[1]
}

function placeOf(cell: string): number | null {
  const found = /^p?(\d{1,2})\.?$/i.exec(cell)
  return found ? Number(found[1]) : null
}

const isPlace = (cell: string) => placeOf(cell) !== null || statusOf(cell) !== undefined
const isPenalty = (cell: string) => /^\+?\d{1,3} ?s(ec)?\.?$/i.test(cell)
const isTime = (cell: string) =>
  (/[:.,+]/.test(cell) && readTimeMs(cell) !== null) || readLapsBehind(cell) !== null

function guessColumns(body: readonly (readonly string[])[], main: 'time' | 'bestLap'): Meaning[] {
  const width = Math.max(0, ...body.map((cells) => cells.length))
  const columns: Meaning[] = []
  const next = (...wanted: Meaning[]) => wanted.find((one) => !columns.includes(one)) ?? null
  for (let at = 0; at < width; at += 1) {
    const cells = body.map((line) => cellAt(line, at)).filter((cell) => cell !== '')
    const isAll = (test: (cell: string) => boolean) => cells.every(test)
    // A column of pictures, such as flags, is copied as an empty one.
    if (cells.length === 0) columns.push(null)
    else if (at === 0 && width > 1 && isAll(isPlace)) columns.push('place')
    else if (isAll((cell) => statusOf(cell) !== undefined)) columns.push('status')
    else if (isAll(isPenalty)) columns.push('penalty')
    else if (isAll((cell) => isTime(cell) || statusOf(cell) !== undefined)) {
      columns.push(main === 'time' ? next('time', 'bestLap') : next('bestLap'))
    } else if (isAll((cell) => /^\d{1,3}$/.test(cell))) {
      // Before the name it is the car's number.
      columns.push(columns.includes('name') ? next('laps', 'grid') : null)
    } else columns.push(next('name', 'team'))
  }
  return columns
}

function toRow(
  cells: readonly string[],
  columns: readonly Meaning[],
  main: 'time' | 'bestLap',
): { readonly place: number; readonly row: TypedRow } {
  const row = { ...blankRow() }
  let place = Infinity
  for (const [at, meaning] of columns.entries()) {
    const cell = cellAt(cells, at)
    if (meaning === null || cell === '') continue
    const status = statusOf(cell)
    if (meaning === 'place') place = placeOf(cell) ?? Infinity
    if (status !== undefined && meaning !== 'name' && meaning !== 'team') row.resultStatus = status
    else if (meaning === 'penalty') row.penalty = cell.replace(/^\+/, '').replace(/ ?s.*/i, '')
    else if (meaning === 'time' && main === 'bestLap') row.bestLap = cell
    else if (meaning !== 'place' && meaning !== 'status') row[meaning] = cell
  }
  return { place, row }
}
