import type { Driver } from '@pitboard/contract/sessions/driver'
import { abnormalResult } from '../../timing/names.ts'
import type { TrackFit } from '@pitboard/contract/sessions/track-geometry'
import { createCarMotion } from './car-motion.ts'
import { createLabelSpread } from './label-spread.ts'
import type { LiveStore } from '../live/live-store.ts'
import { standingOf } from '../live/standing.ts'

interface CarElements {
  /** One child a car, by its place. */
  readonly dots: Element
  readonly labels: Element
  /** The map's present way from metres to pixels. */
  readonly project: () => TrackFit['project']
}

/** A race that stands still needs no more frames after this. */
const LAST_LEG_MS = 500

export interface CarPainting {
  /** For a map that changed while no car moves. */
  readonly repaint: () => void
  readonly stop: () => void
}

/** Moves dots and labels by animation frames, past React, until it is stopped. */
export function paintCars(store: LiveStore, { dots, labels, project }: CarElements): CarPainting {
  const motion = createCarMotion()
  const spreadLabels = createLabelSpread()
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
  let frame = 0
  let lastTickMs = 0

  function paint(): void {
    frame = 0
    const { session } = store.view()
    if (!session) return
    const nowMs = performance.now()
    const toPixels = project()
    const points = session.drivers.map((driver, place) => {
      const position = motion.at(place, smooth ? nowMs : Number.POSITIVE_INFINITY)
      return position && isDriving(driver) ? toPixels(...position) : null
    })
    const spots = spreadLabels(standingOf(session).order, points)
    for (const [place, point] of points.entries()) {
      moveTo(dots.children[place], point)
      moveTo(labels.children[place], spots.get(place) ?? null)
    }
    if (smooth && nowMs - lastTickMs < LAST_LEG_MS) frame = requestAnimationFrame(paint)
  }

  function tick(): void {
    const { session } = store.view()
    if (!session) return
    lastTickMs = performance.now()
    motion.tick(session.drivers, lastTickMs)
    repaint()
  }

  function repaint(): void {
    if (frame === 0) frame = requestAnimationFrame(paint)
  }

  tick()
  const unsubscribe = store.subscribe(tick)
  return {
    repaint,
    stop: () => {
      unsubscribe()
      cancelAnimationFrame(frame)
    },
  }
}

function isDriving(driver: Driver): boolean {
  return abnormalResult(driver.resultStatus) === null
}

function moveTo(element: Element | undefined, point: readonly [number, number] | null): void {
  element?.setAttribute('visibility', point ? 'visible' : 'hidden')
  if (!point) return
  element?.setAttribute('transform', `translate(${point[0].toFixed(1)} ${point[1].toFixed(1)})`)
}
