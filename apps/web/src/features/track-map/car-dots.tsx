import { useEffect, useRef } from 'react'
import { readableColour } from '../../timing/readable-colour.ts'
import type { TrackFit } from '@pitboard/contract/sessions/track-geometry'
import { driverCode } from '../live/driver-code.ts'
import { type CarPainting, paintCars } from './paint-cars.ts'
import { useCar, useLive, useLiveStore } from '../live/use-live.ts'

/** The components know names and colours alone; where the cars are is painted past React. */
export function CarDots({ project }: { readonly project: TrackFit['project'] }) {
  const store = useLiveStore()
  const count = useLive((session) => session.drivers.length) ?? 0
  const dots = useRef<SVGGElement>(null)
  const labels = useRef<SVGGElement>(null)
  // The way to the map changes at every tick while the track is learned: the painting goes on.
  const present = useRef(project)
  const painting = useRef<CarPainting>(null)

  useEffect(() => {
    if (!dots.current || !labels.current) return
    const elements = { dots: dots.current, labels: labels.current }
    const started = paintCars(store, { ...elements, project: () => present.current })
    painting.current = started
    return started.stop
  }, [store])

  useEffect(() => {
    present.current = project
    painting.current?.repaint()
  }, [project])

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

function CarDot({ place }: { readonly place: number }) {
  const colour = useCar(place, (driver) => driver.teamColour) ?? ''
  const inPit = useCar(place, (driver) => driver.pitStatus > 0)
  return (
    <circle
      r="5.5"
      visibility="hidden"
      fill={readableColour(colour)}
      strokeWidth="1.5"
      className={`stroke-page ${inPit ? 'opacity-55' : ''}`}
    />
  )
}

function CarLabel({ place }: { readonly place: number }) {
  const code = useCar(place, (_, { drivers }) => driverCode(drivers, place))
  return (
    <text
      dy="0.36em"
      visibility="hidden"
      textAnchor="middle"
      strokeWidth="3"
      paintOrder="stroke"
      className="timing fill-text stroke-panel text-[0.8125rem] font-semibold"
    >
      {code}
    </text>
  )
}
