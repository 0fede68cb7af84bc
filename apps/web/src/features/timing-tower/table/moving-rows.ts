const GLIDE_MS = 600
const GAINED = 'color-mix(in srgb, var(--color-personal-best) 28%, transparent)'
/** When more rows move at once, the order was made again, by a retirement or a first lap. */
const ROWS_OF_A_PASS = 4

interface RowMove {
  /** The row is there now. */
  readonly index: number
  /** It is negative where the row went down. */
  readonly rowsUp: number
  /** A car has passed another. */
  readonly isGain: boolean
}

/** Finds the rows that moved, of rows by the place of their car. A new row has not moved. */
export function findMoves(
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
): RowMove[] {
  const moves = [...now].flatMap(([place, index]) => {
    const rowsUp = (before.get(place) ?? index) - index
    return rowsUp === 0 ? [] : [{ index, rowsUp }]
  })
  const isPass = moves.length <= ROWS_OF_A_PASS
  return moves.map(({ index, rowsUp }) => ({ index, rowsUp, isGain: isPass && rowsUp > 0 }))
}

/** Moves a row without a background, so that crossing rows do not hide each other; the row flashes for a gained place. */
export function glide(
  row: Pick<Element, 'animate' | 'getBoundingClientRect'>,
  rowsUp: number,
  flashes: boolean,
): void {
  const distance = rowsUp * row.getBoundingClientRect().height
  row.animate(
    [
      { transform: `translateY(${distance}px)`, backgroundColor: 'transparent' },
      { transform: 'none', backgroundColor: flashes ? GAINED : 'transparent' },
    ],
    { duration: GLIDE_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
  )
  if (!flashes) return
  row.animate([{ backgroundColor: GAINED }, {}], {
    delay: GLIDE_MS,
    duration: 2 * GLIDE_MS,
    easing: 'ease-out',
  })
}
