import type { RecordedSession } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { roleName } from '../../timing/session-roles.ts'
import { kindOf, toRows } from './result-document.ts'
import { COLUMNS, STATUSES } from './result-line.tsx'
import { sameDriverIn, type TypedRow } from './result-rows.ts'

/** What is stored, and what a correction of it is made from. */
export interface Corrected {
  readonly session: RecordedSession
  readonly tag: string
}

/** What is otherwise than it was, in words: a line a change. */
export function correctionWords(was: RecordedSession, is: RecordedSession, text: Text): string[] {
  const [before, after] = [was, is].map((session) => headWords(session, text))
  const head = (before ?? []).flatMap((fact, at) => movedWords(fact, after?.[at] ?? ''))
  const [rows, others] = [toRows(was), toRows(is)]
  const gone = rows.filter((row) => !sameDriverIn(others, row))
  return [
    ...head,
    ...others.flatMap((row, index) => {
      const old = sameDriverIn(rows, row)
      if (!old) return [`${row.name}: ${text('organiser.newLine')}`]
      return rowWords(old, row, text, [rows.indexOf(old) + 1, index + 1])
    }),
    ...gone.map(({ name }) => `${name}: ${text('organiser.goneLine')}`),
  ]
}

function headWords(session: RecordedSession, text: Text): string[] {
  return [
    session.trackName,
    roleName(kindOf(session), text),
    formatDateTime(session.sessionStartTime, text.locale),
    `${text('organiser.plannedLaps')} ${session.numberOfLaps}`,
  ]
}

function rowWords(
  old: TypedRow,
  row: TypedRow,
  text: Text,
  [from, to]: readonly [number, number],
): string[] {
  const fields = COLUMNS.filter(({ field }) => old[field] !== row[field])
  const moved = [
    ...(from === to ? [] : [`${text('organiser.place')} ${from} → ${to}`]),
    ...fields.map(
      ({ field, label }) => `${text(label)} ${old[field] || '–'} → ${row[field] || '–'}`,
    ),
    ...movedWords(statusWords(old, text), statusWords(row, text)),
  ]
  return moved.length === 0 ? [] : [`${old.name}: ${moved.join(', ')}`]
}

function statusWords({ resultStatus }: TypedRow, text: Text): string {
  const name = STATUSES.find(([status]) => status === resultStatus)?.[1]
  return name ? text(name) : '–'
}

function movedWords(before: string, after: string): string[] {
  return before === after ? [] : [`${before} → ${after}`]
}
