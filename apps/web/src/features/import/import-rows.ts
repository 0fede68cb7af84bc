import { cellAt } from '../../timing/read-table.ts'
import { matchName } from './match-name.ts'
import { readCarNumber, readName, readPoints } from './read-cells.ts'
import type { Meaning } from './read-columns.ts'

export type RowFault =
  | 'noName'
  | 'nameLong'
  | 'noPoints'
  | 'pointsUnread'
  | 'numberUnread'
  | 'twice'

/** A row of a table means this. */
export interface ImportRow {
  readonly cells: readonly string[]
  /** The table has this spelling of the name. */
  readonly name: string
  /** It is the known name that it means, or the name itself if it is new. */
  readonly mappedTo: string
  readonly team: string
  readonly points: number | null
  readonly carNumber: number | null
  readonly platformId: string
  /** It says why the row is left out. */
  readonly fault: RowFault | null
}

interface Reading {
  readonly meanings: readonly Meaning[]
  /** It is `team` for a table of teams. */
  readonly subject: 'name' | 'team'
  readonly needsPoints: boolean
  readonly nameMax: number
  readonly known: readonly string[]
  /**
   * The keys are names in the table, the values the names that the reader chose for them; a value is empty for a new
   * one.
   */
  readonly chosen: ReadonlyMap<string, string>
}

/** Reads the rows. If two rows are for one driver, the second is left out. */
export function readRows(
  rows: readonly (readonly string[])[],
  { meanings, subject, needsPoints, nameMax, known, chosen }: Reading,
): ImportRow[] {
  const seen = new Set<string>()
  return rows.map((cells) => {
    const cellOf = (meaning: Meaning) => cellAt(cells, meanings.indexOf(meaning))
    const name = readName(cellOf(subject))
    const mappedTo = (chosen.get(name) ?? matchName(name, known)) || name
    const points = readPoints(cellOf('points'))
    const carNumber = readCarNumber(cellOf('carNumber'))
    const faults: [boolean, RowFault][] = [
      [name === '', 'noName'],
      [mappedTo.length > nameMax, 'nameLong'],
      [needsPoints && cellOf('points') === '', 'noPoints'],
      [needsPoints && points === null, 'pointsUnread'],
      [carNumber === undefined, 'numberUnread'],
      [seen.has(mappedTo), 'twice'],
    ]
    const fault = faults.find(([isFaulty]) => isFaulty)?.[1] ?? null
    if (fault === null) seen.add(mappedTo)
    return {
      cells,
      name,
      mappedTo,
      points,
      fault,
      carNumber: carNumber ?? null,
      team: subject === 'team' ? '' : readName(cellOf('team')),
      platformId: cellOf('platformId'),
    }
  })
}
