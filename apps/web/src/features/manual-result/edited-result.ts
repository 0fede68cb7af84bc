import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { nameIn } from '../../changes/draft.ts'
import type { DescribeDifference } from '../../changes/draft-notice.tsx'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { roleName } from '../../timing/session-roles.ts'
import { localTimeOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { kindOf, toRows, type TypedKind } from './result-document.ts'
import { COLUMNS, STATUSES } from './result-columns.ts'
import { blankRow, type TypedRow } from './result-rows.ts'

/** This is stored, and a correction of it is made from it. */
export interface Corrected {
  readonly session: RecordedSession
  readonly tag: string
  /** Later ones are higher. */
  readonly version: number
}

/** A classification is typed in this form. */
export interface TypedResult {
  readonly kind: TypedKind
  readonly trackId: number | null
  /** The time is in the time zone of the browser; it is null as long as the time of the event is meant. */
  readonly drivenAt: string | null
  readonly laps: string
  /** The rows stand in finishing order. */
  readonly rows: readonly TypedRow[]
  /** A first try has stored this session and could not link it, so that a second one corrects it. */
  readonly storedId: string | null
}

const ROWS_AT_FIRST = 20

export function newResult(): TypedResult {
  const rows = Array.from({ length: ROWS_AT_FIRST }, blankRow)
  return { kind: 'race', trackId: null, drivenAt: null, laps: '0', rows, storedId: null }
}

/** Returns what was stored, as it would be typed. */
export function toResult(session: RecordedSession): TypedResult {
  return {
    kind: kindOf(session),
    trackId: session.trackId,
    drivenAt: localTimeOf(session.sessionStartTime, ownTimeZone()),
    laps: String(session.numberOfLaps),
    rows: toRows(session),
    storedId: session.id,
  }
}

const HEAD: Readonly<Record<string, PlainKey>> = {
  kind: 'organiser.sessionType',
  trackId: 'organiser.track',
  drivenAt: 'organiser.drivenAt',
  laps: 'organiser.plannedLaps',
}

/** Writes texts such as "Ann: Team: Red → Blue" and "Ann: Place: 1 → 2", by the names of the lines. */
export function describeResult(...results: readonly TypedResult[]): DescribeDifference {
  const names = new Map(results.flatMap(({ rows }) => rows.map(({ id, name }) => [id, name])))

  return ({ path: [part = '', id, field], before, after }, t) => {
    if (part !== 'rows') {
      const [was, is] = [before, after].map((value) => headWords(part, value, t))
      const label = HEAD[part]
      return label ? [`${t(label)}: ${was} → ${is}`] : []
    }
    if (id === undefined) return orderWords(idsIn(before), idsIn(after))
    const name = nameIn(before) || nameIn(after) || names.get(id) || '–'
    if (field !== undefined) return [`${name}: ${fieldWords(field, [before, after], t)}`]
    if (before === undefined) return [`${name}: ${t('organiser.partAdded')}`]
    const isGone = after === undefined
    return [`${name}: ${t(isGone ? 'organiser.partRemoved' : 'organiser.didUpdate')}`]

    function orderWords(was: readonly string[], is: readonly string[]): string[] {
      const place = t('organiser.place')
      return is.flatMap((one, index) => {
        const from = was.indexOf(one)
        if (from === -1 || from === index) return []
        return [`${names.get(one) ?? '–'}: ${place}: ${from + 1} → ${index + 1}`]
      })
    }
  }
}

function headWords(part: string, value: unknown, t: Text): string {
  if (part === 'trackId') return typeof value === 'number' ? trackName(value) : '–'
  if (part === 'kind') return isKind(value) ? roleName(value, t) : '–'
  return typeof value === 'string' ? value.replace('T', ' ') : '–'
}

function isKind(value: unknown): value is TypedKind {
  return (
    value === 'race' || value === 'sprint' || value === 'qualifying' || value === 'sprintQualifying'
  )
}

function fieldWords(field: string, values: readonly unknown[], t: Text): string {
  const label = COLUMNS.find((column) => column.field === field)?.label
  const words = values.map((value) => {
    const status = field === 'resultStatus' && STATUSES.find(([one]) => one === value)
    if (status) return t(status[1])
    return typeof value === 'string' && value !== '' ? value : '–'
  })
  return `${t(label ?? 'organiser.resultStatus')}: ${words.join(' → ')}`
}

function idsIn(rows: unknown): string[] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const isRow = typeof row === 'object' && row !== null && 'id' in row
    return isRow && typeof row.id === 'string' ? [row.id] : []
  })
}
