import type { IdTables } from '../../ids/id-tables.ts'
import type { Body, EventDetails, Packet } from '../../formats/model.ts'
import type { TrackedSession } from '../state/state.ts'

/** The id is missing from the tables of its year and of later years. */
interface UnknownId {
  readonly table: keyof IdTables
  readonly id: number
}

type Sent = readonly [table: keyof IdTables, id: number]

/**
 * Returns the unknown ids of a packet. Checks the infrequent packets: session, participants, classification and
 * penalties. Values for "none" and "not set" are skipped.
 */
export function unknownIdsOf(packet: Packet): readonly UnknownId[] {
  return idsOf(packet)
    .filter(([table, id]) => packet.ids[table][id] === undefined)
    .map(([table, id]) => ({ table, id }))
}

function idsOf(packet: Packet): readonly Sent[] {
  switch (packet.kind) {
    case 'session':
      return idsOfSession(packet)
    case 'participants':
      return packet.cars.flatMap(idsOfParticipant)
    case 'finalClassification':
      return packet.cars.flatMap(idsOfResult)
    case 'event':
      return packet.code === 'PENA' ? idsOfPenalty(packet.details) : []
    default:
      return []
  }
}

function idsOfSession(sent: Body<'session'>): readonly Sent[] {
  const always: Sent[] = [
    ['sessionTypes', sent.sessionType],
    ['weathers', sent.weather],
  ]
  return sent.trackId === -1 ? always : [...always, ['tracks', sent.trackId]]
}

function idsOfParticipant(sent: Body<'participants'>['cars'][number]): readonly Sent[] {
  if (sent.name === '') return []
  const ids: Sent[] = []
  if (isSet(sent.teamId)) ids.push(['teams', sent.teamId])
  if (isSet(sent.driverId)) ids.push(['drivers', sent.driverId])
  if (isSet(sent.nationality) && sent.nationality !== 0) {
    ids.push(['nationalities', sent.nationality])
  }
  return ids
}

function idsOfResult(sent: Body<'finalClassification'>['cars'][number]): readonly Sent[] {
  const stints = Math.min(sent.numTyreStints, sent.tyreStintsVisual.length)
  const visual = sent.tyreStintsVisual.slice(0, stints).filter((id) => id !== 0)
  const actual = sent.tyreStintsActual.slice(0, stints).filter((id) => id !== 0)
  return [
    ['resultStatuses', sent.resultStatus],
    ...visual.map((id): Sent => ['tyreCompounds', id]),
    ...actual.map((id): Sent => ['actualTyreCompounds', id]),
  ]
}

function idsOfPenalty(sent: EventDetails<'PENA'>): readonly Sent[] {
  const ids: Sent[] = [['penaltyTypes', sent.penaltyType]]
  return isSet(sent.infringementType) ? [...ids, ['infringements', sent.infringementType]] : ids
}

/** The game sets all bits of the field if there is no id: 8 until 2025, 16 from 2026. */
function isSet(id: number): boolean {
  return id !== 255 && id !== 65_535
}

const mostIds = 1_000

/** R2: counts the unknown ids of a packet. */
export function countUnknownIds(session: TrackedSession, packet: Packet): void {
  for (const { table, id } of unknownIdsOf(packet)) {
    const key = `${table} ${id}`
    const count = session.unknownIds.get(key) ?? 0
    if (count > 0 || session.unknownIds.size < mostIds) session.unknownIds.set(key, count + 1)
  }
}
