import { useEffect, useRef } from 'react'
import { abnormalResult } from '../../timing/names.ts'
import { readableColour } from '../../timing/readable-colour.ts'
import type { TrackFit } from '../../timing/track-geometry.ts'
import { createCarMotion } from './car-motion.ts'
import { driverCode } from './driver-code.ts'
import { spreadLabels } from './spread-labels.ts'
import { standingOf } from './standing.ts'
import { useCar, useLive, useLiveStore } from './use-live.ts'

/** Moves the dots by animation frames, past React: the components only know names and colours. */
export function CarDots({ project }: { readonly project: TrackFit['project'] }) {
  const store = useLiveStore()
  const count = useLive((session) => session.drivers.length) ?? 0
  const group = useRef<SVGGElement>(null)

  useEffect(() => {
    const motion = createCarMotion()
    const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
    let frame = 0
    let lastTickMs = 0

    function paint(): void {
      frame = 0
      const { session } = store.view()
      if (!session || !group.current) return
      const nowMs = performance.now()
      const points = [...group.current.children].map((_, place) => {
        const position = motion.at(place, smooth ? nowMs : Number.POSITIVE_INFINITY)
        return position && project(...position)
      })
      const labelled = spreadLabels(standingOf(session).order, points)
      for (const [place, dot] of [...group.current.children].entries()) {
        const point = points[place]
        dot.setAttribute('visibility', point ? 'visible' : 'hidden')
        if (point)
          dot.setAttribute('transform', `translate(${point[0].toFixed(1)} ${point[1].toFixed(1)})`)
        dot.toggleAttribute('data-labelled', labelled.has(place))
      }
      if (smooth && nowMs - lastTickMs < 500) frame = requestAnimationFrame(paint)
    }

    function tick(): void {
      const { session } = store.view()
      if (!session) return
      lastTickMs = performance.now()
      motion.tick(session.drivers, lastTickMs)
      if (frame === 0) frame = requestAnimationFrame(paint)
    }

    tick()
    const unsubscribe = store.subscribe(tick)
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
    }
  }, [store, project])

  return (
    <g ref={group}>
      {Array.from({ length: count }, (_, place) => (
        <CarDot key={place} place={place} />
      ))}
    </g>
  )
}

function CarDot({ place }: { readonly place: number }) {
  const code = useCar(place, (_, { drivers }) => driverCode(drivers, place))
  const colour = useCar(place, (driver) => driver.teamColour) ?? ''
  const isOut = useCar(place, (driver) => abnormalResult(driver.resultStatus) !== null)
  const inPit = useCar(place, (driver) => driver.pitStatus > 0)
  return (
    <g
      visibility="hidden"
      className={`group ${isOut ? 'hidden' : ''} ${inPit ? 'opacity-55' : ''}`}
    >
      <circle r="5.5" fill={readableColour(colour)} className="stroke-page" strokeWidth="1.5" />
      <text
        y="-9"
        textAnchor="middle"
        className="timing hidden fill-text stroke-panel text-[0.8125rem] font-semibold group-data-labelled:block"
        strokeWidth="3"
        paintOrder="stroke"
      >
        {code}
      </text>
    </g>
  )
}
