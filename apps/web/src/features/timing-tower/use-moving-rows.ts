import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Lets rows glide to their new place when the order changes; all rows are equally high. */
export function useMovingRows(
  places: readonly number[],
): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  const before = useRef(new Map<number, number>())
  useLayoutEffect(() => {
    const moves = new Map(places.map((place, index) => [place, index]))
    for (const [index, row] of [...(body.current?.children ?? [])].entries()) {
      const place = places[index]
      const from = place === undefined ? undefined : before.current.get(place)
      if (from !== undefined && from !== index) glide(row, from - index)
    }
    before.current = moves
  })
  return body
}

function glide(row: Element, rowsUp: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const distance = rowsUp * row.getBoundingClientRect().height
  // Who gains a place passes in front.
  const zIndex = rowsUp > 0 ? 2 : 1
  row.animate(
    [
      { transform: `translateY(${distance}px)`, zIndex },
      { transform: 'none', zIndex },
    ],
    { duration: 500, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
  )
}
