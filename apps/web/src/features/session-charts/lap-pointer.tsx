import type { PointerEvent, ReactNode } from 'react'
import { type HoveredLap, useHoveredLap } from './laps/hovered-lap.ts'

/** Shares of the width, from 0 to 1. */
export interface LapScale {
  readonly lapAt: (share: number) => number
  /** The middle of a lap; null where it is not known. */
  readonly placeOf: (lap: number) => number | null
}

interface LapPointerProps {
  readonly hovered: HoveredLap
  /** How many laps lie side by side. */
  readonly laps: number
  /** Where they are not equally wide. */
  readonly scale?: LapScale
  readonly className?: string
  readonly children: ReactNode
}

/** Bars over laps that point at the lap which the other charts point at, and the other way round. */
export function LapPointer({
  hovered,
  laps,
  scale = evenScale(laps),
  className = '',
  children,
}: LapPointerProps) {
  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const lap = scale.lapAt((clientX - left) / width)
    hovered.hover(Math.min(Math.max(lap, 1), laps))
  }
  return (
    <div
      onPointerMove={point}
      onPointerLeave={() => hovered.hover(null)}
      className={`relative ${className}`}
    >
      {children}
      <Mark hovered={hovered} laps={laps} scale={scale} />
    </div>
  )
}

/** Apart, so that pointing renders nothing but it. */
function Mark({ hovered, laps, scale }: Required<Omit<LapPointerProps, 'className' | 'children'>>) {
  const lap = useHoveredLap(hovered)
  const place = lap > laps ? null : scale.placeOf(lap)
  if (place === null) return null
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 border-l border-dashed border-muted"
      style={{ left: `${place * 100}%` }}
    />
  )
}

function evenScale(laps: number): LapScale {
  return {
    lapAt: (share) => Math.floor(share * laps) + 1,
    placeOf: (lap) => (lap - 0.5) / laps,
  }
}
