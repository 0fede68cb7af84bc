import { AttendanceRule } from '@pitboard/contract/attendance/attendance'
import { EventFields, EventSessionFields, SeasonFields } from '@pitboard/contract/seasons/season'
import { SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import { Value } from 'typebox/value'
import { readDetails } from '../../history/changes.ts'
import { readReplacedFields, readRow } from '../../history/older-changes.ts'
import type { ReplacedRow } from '../../history/replaced-rows.ts'
import { DETAILS, type EventDetails, type LinkChange, type LinkDetails } from './change-details.ts'

type ReadRows = (seasonId: string, details: unknown) => ReplacedRow[]

/**
 * Reads from its details the rows that a change of an older server replaced, the latest first. Throws a 409 for
 * incomplete details.
 */
export function readOlderRows(seasonId: string, action: string, details: unknown): ReplacedRow[] {
  return OLDER_ROWS[action]?.(seasonId, details) ?? []
}

const OLDER_ROWS: Readonly<Record<string, ReadRows>> = {
  updated: (id, details) =>
    readReplacedFields({ table: 'season', key: { id } }, SeasonFields, details),
  merged: aliasRows,
  split: aliasRows,
  eventsAdded(seasonId, details) {
    const { events } = readDetails(DETAILS.eventsAdded, details)
    return events.map((event) => addedRow(eventRow(seasonId, event)))
  },
  eventUpdated(seasonId, details) {
    const { eventId: id } = readDetails(DETAILS.eventUpdated, details)
    const place = { table: 'season_event', key: { id, season_id: seasonId } }
    return readReplacedFields(place, EventFields, details)
  },
  eventRemoved(seasonId, details) {
    const { event, links } = readDetails(DETAILS.eventRemoved, details)
    const ids = { seasonId, eventId: event.id }
    const linkRows = links.map((link) => removedRow(linkRow(ids, link)))
    return [removedRow(eventRow(seasonId, event)), ...linkRows]
  },
  weekendsLinked(seasonId, details) {
    const { events, sessions } = readDetails(DETAILS.weekendsLinked, details)
    const linkRows = sessions.flatMap(({ eventId, links }) =>
      links.map((link) => addedRow(linkRow({ seasonId, eventId }, link))),
    )
    return [...linkRows, ...events.map((event) => addedRow(eventRow(seasonId, event)))]
  },
  sessionsAdded(seasonId, details) {
    const { eventId, links, sessions } = readDetails(DETAILS.sessionsAdded, details)
    const ids = { seasonId, eventId }
    return [
      ...links.map((link) => addedRow(linkRow(ids, link))),
      ...sessions.flatMap((change) => changedLinkRows(ids, change)),
    ]
  },
  sessionUpdated(seasonId, details) {
    const { eventId, sessions } = readDetails(DETAILS.sessionUpdated, details)
    return sessions.flatMap((change) => changedLinkRows({ seasonId, eventId }, change))
  },
  sessionRemoved(seasonId, details) {
    const { eventId, ...link } = readDetails(DETAILS.sessionRemoved, details)
    return [removedRow(linkRow({ seasonId, eventId }, link))]
  },
  adjustmentRevoked(seasonId, details) {
    const { adjustmentId: id, reason } = readDetails(DETAILS.adjustmentRevoked, details)
    const place = { table: 'season_adjustment', key: { id, season_id: seasonId } }
    const before = { revoked_at: null, revoked_reason: null }
    return [{ ...place, before, after: { revoked_reason: reason } }]
  },
  signUpUpdated(seasonId, details) {
    const place = { table: 'season_sign_up_form', key: { season_id: seasonId } }
    if (!Value.Check(DETAILS.signUpOpened, details)) {
      return readReplacedFields(place, SignUpForm, details)
    }
    return [addedRow({ ...place, columns: { ...place.key, ...readRow(details.opened) } })]
  },
  attendanceRuleUpdated(seasonId, details) {
    const place = { table: 'season_attendance_rule', key: { season_id: seasonId } }
    const changed = readReplacedFields(place, AttendanceRule, details)
    return changed.map((row) => ({
      ...place,
      before: wholeRule(seasonId, row.before),
      after: wholeRule(seasonId, row.after),
    }))
  },
}

interface Row extends Pick<ReplacedRow, 'table' | 'key'> {
  readonly columns: Readonly<Record<string, unknown>>
}

function addedRow({ table, key, columns }: Row): ReplacedRow {
  return { table, key, before: null, after: columns }
}

function removedRow({ table, key, columns }: Row): ReplacedRow {
  return { table, key, before: columns, after: null }
}

function aliasRows(id: string, details: unknown): ReplacedRow[] {
  const { before, after } = readDetails(DETAILS.aliases, details)
  return [{ table: 'season', key: { id }, before: { aliases: before }, after: { aliases: after } }]
}

function eventRow(seasonId: string, event: EventDetails): Row {
  const key = { id: event.id, season_id: seasonId }
  return { table: 'season_event', key, columns: { ...key, ...readRow({ points: null, ...event }) } }
}

interface EventIds {
  readonly seasonId: string
  readonly eventId: string
}

function linkRow(ids: EventIds, { sessionId, ...fields }: LinkDetails): Row {
  const key = linkKey(ids, sessionId)
  // Changes from before distance counted lack the field.
  return {
    table: 'season_session',
    key,
    columns: { ...key, ...readRow({ pointsByDistance: true, tier: '', ...fields }) },
  }
}

function changedLinkRows(ids: EventIds, { sessionId, ...fields }: LinkChange): ReplacedRow[] {
  const place = { table: 'season_session', key: linkKey(ids, sessionId) }
  return readReplacedFields(place, EventSessionFields, fields)
}

function linkKey({ seasonId, eventId }: EventIds, sessionId: string) {
  return { season_id: seasonId, session_id: sessionId, event_id: eventId }
}

/** A season without a deadline has no rule. */
function wholeRule(seasonId: string, rule: ReplacedRow['before']): ReplacedRow['before'] {
  return rule?.['deadline_hours'] === null ? null : { season_id: seasonId, ...rule }
}
