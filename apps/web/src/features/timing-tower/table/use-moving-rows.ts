import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isMotionReduced } from '../../race/flash.ts'
import { useJumps } from '../../race/use-flash.ts'
import { findMoves, glide } from './moving-rows.ts'

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
    for (const { index, rowsUp, isGain } of findMoves(rows, now)) {
      const row = body.current?.children[index]
      if (row) glide(row, rowsUp, isGain)
    }
  })
  return body
}
