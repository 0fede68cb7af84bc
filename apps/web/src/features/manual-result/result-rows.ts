import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { newId } from '../../changes/new-id.ts'

/** A line of a classification is typed in this form; it is empty where nothing is known. */
export interface TypedRow {
  /** The id names the line: the same car has the same id on all devices. */
  readonly id: string
  /** A stored car has this number, and adjustments and names refer to it. */
  readonly driverIdx: number | null
  readonly name: string
  readonly team: string
  /** It is the whole time, the gap to the winner or the laps behind: `1:32:03.456`, `+12.3`, `+1 lap`. */
  readonly time: string
  readonly bestLap: string
  readonly laps: string
  readonly grid: string
  /** It is in seconds. */
  readonly penalty: string
  readonly resultStatus: number
}

/** These fields are typed as text. */
export type TypedField = Exclude<keyof TypedRow, 'id' | 'driverIdx' | 'resultStatus'>

export const RACE_FIELDS: readonly TypedField[] = [
  'name',
  'team',
  'time',
  'bestLap',
  'laps',
  'grid',
  'penalty',
]
export const QUALIFYING_FIELDS: readonly TypedField[] = ['name', 'team', 'bestLap']

/** Returns a line of a driver who is not stored yet. */
export function blankRow(): TypedRow {
  return {
    id: newId(),
    driverIdx: null,
    name: '',
    team: '',
    time: '',
    bestLap: '',
    laps: '',
    grid: '',
    penalty: '',
    resultStatus: ResultStatus.Finished,
  }
}

/**
 * Reads the milliseconds of `1:32:03.456`, `1:23.4` or `58.001`; returns null for other texts. A phone's keys for
 * numbers have no colon: in a text with several dots, such as `1.23.4`, all but the last stand for colons.
 */
export function readTimeMs(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/^\+\s*/, '')
    .replaceAll(',', '.')
    .replace(/(?<!\s)\s*s$/i, '')
    .replaceAll(/\.(?=.*\.)/g, ':')
  if (!/^(\d+:)?(\d{1,2}:)?\d+(\.\d{1,3})?$/.test(text)) return null
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round(seconds * 1000)
}

/** Returns how many laps `+1 lap` and `2 Runden` say; null for what says nothing of laps. */
export function readLapsBehind(typed: string): number | null {
  const found = /^\+?\s*(\d{1,2})\s*(?:laps?|l|runden?|rdn?\.?)$/i.exec(typed.trim())
  return found ? Number(found[1]) : null
}

/** Returns lines that have a field which can't be read, by the fields that are asked for. */
export function faultsOf(
  rows: readonly TypedRow[],
  fields: readonly TypedField[],
): { row: number; field: TypedField }[] {
  return rows.flatMap((row, index) =>
    fields.filter((field) => isFault(row, field, index)).map((field) => ({ row: index, field })),
  )
}

function isFault(row: TypedRow, field: TypedField, index: number): boolean {
  const typed = row[field].trim()
  if (field === 'name') return typed === '' && isTyped({ ...row, name: '' })
  if (field === 'team' || typed === '') return false
  // All the gaps are to this one.
  if (index === 0 && typed.startsWith('+')) return true
  if (field === 'bestLap') return readTimeMs(typed) === null
  if (field === 'time') return readTimeMs(typed) === null && readLapsBehind(typed) === null
  return !/^\d{1,3}$/.test(typed)
}

/** Returns whether anything stands in a line. */
export function isTyped(row: TypedRow): boolean {
  return RACE_FIELDS.some((field) => row[field].trim() !== '')
}

/** The line goes to another place, those between make room; beyond the ends it stays. */
export function moveRow(rows: readonly TypedRow[], from: number, to: number): readonly TypedRow[] {
  const row = rows[from]
  if (!row || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}
