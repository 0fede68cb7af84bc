import type { PointerEvent, ReactNode } from 'react'
import { type HoveredLap, useHoveredLap } from './hovered-lap.ts'

interface LapPointerProps {
  readonly hovered: HoveredLap
  /** How many laps lie side by side. */
  readonly laps: number
  readonly className?: string
  readonly children: ReactNode
}

/** Bars over laps that point at the lap which the other charts point at, and the other way round. */
export function LapPointer({ hovered, laps, className = '', children }: LapPointerProps) {
  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const lap = Math.floor(((clientX - left) / width) * laps) + 1
    hovered.hover(Math.min(Math.max(lap, 1), laps))
  }
  return (
    <div
      onPointerMove={point}
      onPointerLeave={() => hovered.hover(null)}
      className={`relative ${className}`}
    >
      {children}
      <Mark hovered={hovered} laps={laps} />
    </div>
  )
}

/** Apart, so that pointing renders nothing but it. */
function Mark({ hovered, laps }: Pick<LapPointerProps, 'hovered' | 'laps'>) {
  const lap = useHoveredLap(hovered)
  if (lap > laps) return null
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 border-l border-dashed border-muted"
      style={{ left: `${((lap - 0.5) / laps) * 100}%` }}
    />
  )
}
