import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isMotionReduced, useJumps } from '../../live/flash.ts'

const GLIDE_MS = 600
const GAINED = 'rgb(61 220 132 / 0.28)'
/** When more rows move at once, the order was made again: by a retirement or a first lap. */
const ROWS_OF_A_PASS = 4

/** Lets rows glide to their new place when cars pass; all rows are equally high. */
export function useMovingRows(
  places: readonly number[],
): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  const jumps = useJumps()
  const before = useRef({ rows: new Map<number, number>(), jumps })
  useLayoutEffect(() => {
    const now = new Map(places.map((place, index) => [place, index]))
    const { rows, jumps: jumpsBefore } = before.current
    before.current = { rows: now, jumps }
    if (jumps !== jumpsBefore || isMotionReduced()) return
    const moved = [...now].filter(([place, index]) => (rows.get(place) ?? index) !== index)
    for (const [place, index] of moved) {
      const row = body.current?.children[index]
      const rowsUp = (rows.get(place) ?? index) - index
      if (row) glide(row, rowsUp, rowsUp > 0 && moved.length <= ROWS_OF_A_PASS)
    }
  })
  return body
}

/** Without a background, so that rows that cross do not hide each other; a gained place flashes. */
function glide(row: Element, rowsUp: number, flashes: boolean): void {
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
