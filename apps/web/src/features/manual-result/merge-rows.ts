import { RACE_FIELDS, sameDriverIn, type TypedRow } from './result-rows.ts'

type Rows = readonly TypedRow[]

/**
 * What was typed (`mine`) since a classification was read (`base`), upon what somebody else has saved
 * meanwhile (`theirs`): each keeps what only he changed, and what both changed stays as it is typed.
 */
export function mergeRows(base: Rows, mine: Rows, theirs: Rows): TypedRow[] {
  const isMoved = order(mine, base) !== order(base, mine)
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine]
  const merged = first.flatMap((row) => mergeOne(row, base, mine, theirs))
  for (const [place, row] of second.entries()) {
    if (row.driverIdx === null ? isMoved : sameDriverIn(first, row)) continue
    merged.splice(place, 0, ...mergeOne(row, base, mine, theirs))
  }
  return merged
}

/** Nothing where one of the two has taken the line out and the other has left it as it was. */
function mergeOne(row: TypedRow, base: Rows, mine: Rows, theirs: Rows): TypedRow[] {
  if (row.driverIdx === null) return [row]
  const [was, typed, saved] = [
    sameDriverIn(base, row),
    sameDriverIn(mine, row),
    sameDriverIn(theirs, row),
  ]
  if (!was || !typed || !saved) {
    const left = typed ?? saved
    return left && (!was || (typed && !isSame(typed, was))) ? [left] : []
  }
  const fields = RACE_FIELDS.filter((field) => typed[field] !== was[field])
  const kept = Object.fromEntries(fields.map((field) => [field, typed[field]]))
  const isStatusTyped = typed.resultStatus !== was.resultStatus
  return [
    { ...saved, ...kept, resultStatus: isStatusTyped ? typed.resultStatus : saved.resultStatus },
  ]
}

function isSame(row: TypedRow, other: TypedRow): boolean {
  return (
    row.resultStatus === other.resultStatus &&
    RACE_FIELDS.every((field) => row[field] === other[field])
  )
}

/** Of the lines that the others have too. */
function order(rows: Rows, others: Rows): string {
  return rows
    .filter((row) => row.driverIdx !== null && sameDriverIn(others, row))
    .map(({ driverIdx }) => driverIdx)
    .join()
}
