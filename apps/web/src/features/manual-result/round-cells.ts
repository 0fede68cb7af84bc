import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { readPoints } from '../import/read-cells.ts'
import { statusOf } from './parse-classification.ts'

/** The numbers of a table are one of these. */
export type CellMeaning = 'places' | 'points'

type Outcome =
  | { readonly kind: 'place'; readonly place: number }
  | { readonly kind: 'points'; readonly points: number }
  | { readonly kind: 'status'; readonly resultStatus: number }

export type RoundMark = 'pole' | 'fastestLap'

/**
 * A cell says of a driver in a round where they finished, how their race ended, or what they were paid; and whether they
 * started first or had the fastest lap.
 */
export type RoundCell = Outcome & { readonly marks?: readonly RoundMark[] }

/** Behind the outcome stand such marks, as in tables of championships: `1 P`, `2FL`, `1PF`, `3 (pole)`, `Ret F`. */
const MARKS = /^[\s,+/([^]*(?:(?:pole|pp|p|fl|f)[\s,+/)\]]*){1,4}$/i
const MARK_LENGTH_MAX = 20

/** Returns null for a driver who was not in the round, and undefined for a cell that cannot be read. */
export function readCell(text: string, meaning: CellMeaning): RoundCell | null | undefined {
  const cell = text.trim()
  if (/^[-–—/.]*$/.test(cell)) return null
  const whole = readOutcome(cell, meaning)
  if (whole !== undefined) return whole
  // The shortest marks come first: the F of DNF is none.
  for (let length = 1; length <= Math.min(cell.length - 1, MARK_LENGTH_MAX); length++) {
    const ending = cell.slice(-length)
    const outcome = MARKS.test(ending) ? readOutcome(cell.slice(0, -length), meaning) : undefined
    if (outcome !== undefined) return { ...outcome, marks: readMarks(ending) }
  }
  return undefined
}

function readMarks(text: string): RoundMark[] {
  return [
    ...(/p/i.test(text) ? (['pole'] as const) : []),
    ...(/f/i.test(text) ? (['fastestLap'] as const) : []),
  ]
}

function readOutcome(cell: string, meaning: CellMeaning): Outcome | undefined {
  const resultStatus = statusOf(cell)
  if (resultStatus !== undefined && resultStatus !== ResultStatus.Finished) {
    return { kind: 'status', resultStatus }
  }
  if (meaning === 'points') {
    const points = readPoints(cell)
    return points === null || points < 0 ? undefined : { kind: 'points', points }
  }
  const found = /^p?(\d{1,2})(?:\.|st|nd|rd|th)?[*†]?$/i.exec(cell)
  const place = found && Number(found[1])
  return !place ? undefined : { kind: 'place', place }
}

/** Places are whole numbers that begin with 1; points have gaps: 25, 18, 15. */
export function guessMeaning(columns: readonly (readonly string[])[]): CellMeaning {
  const isPoints = columns.some((cells) => {
    const numbers = cells.flatMap((cell) => {
      const read = readCell(cell, 'points')
      return read?.kind === 'points' ? [read.points] : []
    })
    const isPlace = (number: number) =>
      Number.isInteger(number) && number >= 1 && number <= 2 * numbers.length
    return numbers.length > 0 && !(numbers.every(isPlace) && numbers.includes(1))
  })
  return isPoints ? 'points' : 'places'
}
