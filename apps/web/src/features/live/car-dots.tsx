import type { Driver } from '@pitboard/contract/driver'
import { useEffect, useRef } from 'react'
import { abnormalResult } from '../../timing/names.ts'
import { readableColour } from '../../timing/readable-colour.ts'
import type { TrackFit } from '../../timing/track-geometry.ts'
import { createCarMotion } from './car-motion.ts'
import { driverCode } from './driver-code.ts'
import { createLabelSpread } from './label-spread.ts'
import { standingOf } from './standing.ts'
import { useCar, useLive, useLiveStore } from './use-live.ts'

/** Moves the dots by animation frames, past React: the components only know names and colours. */
export function CarDots({ project }: { readonly project: TrackFit['project'] }) {
  const store = useLiveStore()
  const count = useLive((session) => session.drivers.length) ?? 0
  const dots = useRef<SVGGElement>(null)
  const labels = useRef<SVGGElement>(null)

  useEffect(() => {
    const motion = createCarMotion()
    const spreadLabels = createLabelSpread()
    const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
    let frame = 0
    let lastTickMs = 0

    function paint(): void {
      frame = 0
      const { session } = store.view()
      if (!session || !dots.current || !labels.current) return
      const nowMs = performance.now()
      const points = session.drivers.map((_, place) => {
        const position = motion.at(place, smooth ? nowMs : Number.POSITIVE_INFINITY)
        return position && project(...position)
      })
      const spots = spreadLabels(standingOf(session).order, points)
      for (const [place, point] of points.entries()) {
        moveTo(dots.current.children[place], point)
        moveTo(labels.current.children[place], spots.get(place) ?? null)
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

  const places = Array.from({ length: count }, (_, place) => place)
  return (
    <>
      <g ref={dots}>
        {places.map((place) => (
          <CarDot key={place} place={place} />
        ))}
      </g>
      <g ref={labels}>
        {places.map((place) => (
          <CarLabel key={place} place={place} />
        ))}
      </g>
    </>
  )
}

function moveTo(element: Element | undefined, point: readonly [number, number] | null): void {
  element?.setAttribute('visibility', point ? 'visible' : 'hidden')
  if (!point) return
  element?.setAttribute('transform', `translate(${point[0].toFixed(1)} ${point[1].toFixed(1)})`)
}

function isOut(driver: Driver): boolean {
  return abnormalResult(driver.resultStatus) !== null
}

function CarDot({ place }: { readonly place: number }) {
  const colour = useCar(place, (driver) => driver.teamColour) ?? ''
  const out = useCar(place, isOut)
  const inPit = useCar(place, (driver) => driver.pitStatus > 0)
  return (
    <circle
      r="5.5"
      visibility="hidden"
      fill={readableColour(colour)}
      strokeWidth="1.5"
      className={`stroke-page ${out ? 'hidden' : ''} ${inPit ? 'opacity-55' : ''}`}
    />
  )
}

function CarLabel({ place }: { readonly place: number }) {
  const code = useCar(place, (_, { drivers }) => driverCode(drivers, place))
  const out = useCar(place, isOut)
  return (
    <text
      dy="0.36em"
      visibility="hidden"
      textAnchor="middle"
      strokeWidth="3"
      paintOrder="stroke"
      className={`timing fill-text stroke-panel text-[0.8125rem] font-semibold ${out ? 'hidden' : ''}`}
    >
      {code}
    </text>
  )
}
