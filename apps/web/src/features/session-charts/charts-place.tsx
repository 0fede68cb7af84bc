import { useEffect, useRef } from 'react'
import { CHART_BOX, observeWidth, rememberLineWidth } from '../../timing/chart-place.ts'

/** Keeps the place of the charts, and reports its width, so that they can be drawn at once. */
export function ChartsPlace() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current ? observeWidth(place.current, rememberLineWidth) : undefined), [])
  return (
    <div
      ref={place}
      aria-hidden="true"
      className={`skeleton animate-none h-[60rem] ${CHART_BOX}`}
    />
  )
}
