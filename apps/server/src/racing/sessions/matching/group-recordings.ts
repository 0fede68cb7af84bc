import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Source } from './fill.ts'
import { matchCars } from './match-cars.ts'
import { isSameSession } from './match-cars.ts'

/** A recording and, of those it was compared with, the ones of the same session. */
export interface RecordingGroup {
  readonly detail: SessionDetail
  readonly sources: readonly Source[]
  /** Everyone that is linked to it directly or through another one, itself included. */
  readonly members: ReadonlySet<string>
}

/**
 * Compares every recording with every other. Two that disagree can be in one group through a third
 * one, but lend each other nothing.
 */
export function groupRecordings(details: readonly SessionDetail[]): RecordingGroup[] {
  const members = new Map(details.map(({ id }) => [id, new Set([id])]))
  const grouped = details.map((detail) => {
    const sources: Source[] = []
    for (const other of details) {
      if (other.id === detail.id) continue
      const cars = matchCars(detail.drivers, other.drivers)
      if (!isSameSession(detail, other, cars)) continue
      sources.push({ detail: other, cars })
      join(members, detail.id, other.id)
    }
    return { detail, sources }
  })
  return grouped.map((each) => {
    return { ...each, members: members.get(each.detail.id) ?? new Set([each.detail.id]) }
  })
}

function join(members: Map<string, Set<string>>, a: string, b: string): void {
  const ofA = members.get(a)
  const ofB = members.get(b)
  if (!ofA || !ofB || ofA === ofB) return
  for (const id of ofB) {
    ofA.add(id)
    members.set(id, ofA)
  }
}
