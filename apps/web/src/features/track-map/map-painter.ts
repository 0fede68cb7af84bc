import { itemAt } from '@pitboard/contract/wire/item-at'
import { CARS_MAX, createCarMotion } from './car-motion.ts'
import { createDotSteps } from './dot-steps.ts'
import { createLabelSpread } from './label-spread.ts'
import { contextOf, type MapCanvasElement, type MapContext } from './map-context.ts'
import type { MapBoxView, MapCar, MapColour, MapNews, MapPainter, MapShape } from './map-news.ts'
import { centreOn, type MapView } from './map-view.ts'
import { createTrackPainter, type TrackCanvas } from './paint-track.ts'
import { createStamps, resizeCanvas, retainTrack } from './retained-pictures.ts'
import type { MapFit } from './track-shapes.ts'

/** Cars further apart are not beside each other, whatever their gap says. */
const BATTLE_PIXELS_MAX = 80
/** Lines and texts have their plain size on a map of this height and a page with this font size. */
const PLAIN_HEIGHT = 320
const PLAIN_TYPE_PX = 16
const UNIT_MAX = 1.8

/** One canvas is above the other: the cars move with every frame, the track only with the view. */
export interface MapCanvases {
  readonly track: MapCanvasElement
  readonly cars: MapCanvasElement
}

/** It is known before the first frame. */
type Shown = Required<Omit<MapNews, 'tick' | 'isInSight'>>

/** Paints the track and its cars, of which the news alone tell: it needs no document. */
export function createMapPainter({ track: trackCanvas, cars: carCanvas }: MapCanvases): MapPainter {
  const motion = createCarMotion()
  const labels = createLabelSpread()
  const track = retainTrack(
    trackCanvas,
    createTrackPainter(colourOf, () => known.look?.fontFamily ?? ''),
  )
  const context = contextOf(carCanvas)
  const stamp = createStamps()
  const steps = createDotSteps(CARS_MAX)
  const dots = { left: new Float64Array(CARS_MAX), top: new Float64Array(CARS_MAX) }
  let known: MapNews = { ghost: null }
  let fit: MapFit | null = null
  let frame = 0
  /** The next frame shows more than cars that drive on. */
  let isChanged = true

  function colourOf(name: MapColour): string {
    return known.look?.colours[name] ?? ''
  }

  function paint(): void {
    frame = 0
    const { look, shape, box, track: facts, cars, ghost = null } = known
    if (!context || !fit || !look || !shape || !box || !facts || !cars) return
    const nowMs = performance.now()
    const { scale, isSmooth } = look
    const { width, height } = box
    motion.place(nowMs, isSmooth)
    const view = viewOf(box, fit)
    if (isSmooth && motion.isMoving(nowMs)) requestFrame()
    resizeCanvas(carCanvas, { width, height, scale })
    const byMap = Math.min(UNIT_MAX, Math.sqrt(Math.min(width, height) / PLAIN_HEIGHT))
    const unit = Math.max(1, byMap, look.typePixels / PLAIN_TYPE_PX)
    // Cars in the pit lane move with the lane as the track has it.
    track.paint({ fit, width, height, view, scale, unit }, facts, look)
    const shown: Shown = { look, shape, box, track: facts, cars, ghost }
    placeDots(shown, view)
    const isFollowing = view !== box.view
    if (!isChanged && !isFollowing && !steps.areElsewhere(dots, scale)) return
    isChanged = false
    steps.note(dots, scale)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.clearRect(0, 0, width, height)
    paintGhost(context, shown, fit, view, unit)
    paintCars(context, shown, { unit, scale })
  }

  /** Paints the car of a lap that is driven against as a ring, because it is not there. */
  function paintGhost(
    context: MapContext,
    { ghost, box: { width, height } }: Shown,
    { project }: MapFit,
    { zoom, left, top }: MapView,
    unit: number,
  ): void {
    if (!ghost) return
    const [mapLeft, mapTop] = project(ghost.x, ghost.z)
    const x = (mapLeft - width / 2 - left) * zoom + width / 2
    const y = (mapTop - height / 2 - top) * zoom + height / 2
    context.beginPath()
    context.arc(x, y, 6 * unit, 0, 2 * Math.PI)
    context.lineWidth = 2 * unit
    context.strokeStyle = colourOf('text')
    context.stroke()
  }

  function placeDots(
    {
      shape: { points, origin, byX, byZ },
      box: { width, height },
      track: { trackLength },
      cars,
    }: Shown,
    view: MapView,
  ) {
    const shifts = track.laneShifts()
    const metresApart = (trackLength ?? 0) / points.length
    dots.left.fill(Number.NaN)
    for (const [place, car] of cars.cars.entries()) {
      if (place >= CARS_MAX || car.isGone) continue
      const [x, z] = [motion.x[place] ?? Number.NaN, motion.z[place] ?? Number.NaN]
      let mapLeft = origin[0] + (byX[0] - origin[0]) * x + (byZ[0] - origin[0]) * z
      let mapTop = origin[1] + (byX[1] - origin[1]) * x + (byZ[1] - origin[1]) * z
      if (shifts && car.pitStatus > 0 && car.lapDistance !== null && metresApart > 0) {
        const along = car.lapDistance / metresApart
        mapLeft += valueAlong(shifts, 0, along)
        mapTop += valueAlong(shifts, 1, along)
      }
      const left = (mapLeft - width / 2 - view.left) * view.zoom + width / 2
      const top = (mapTop - height / 2 - view.top) * view.zoom + height / 2
      const isSeen = left > -20 && left < width + 20 && top > -20 && top < height + 20
      if (!isSeen) continue
      dots.left[place] = left
      dots.top[place] = top
    }
  }

  function paintCars(
    context: MapContext,
    { cars: { cars, order, battles } }: Shown,
    { unit, scale }: Pick<TrackCanvas, 'unit' | 'scale'>,
  ): void {
    paintBattles(context, battles, unit)
    labels.spread(order, dots, unit)
    // Cars are drawn from the last to the first, so that the followed car lies on top.
    for (let rank = order.length - 1; rank >= 0; rank--) {
      const place = itemAt(order, rank)
      const car = cars[place]
      const [left, top] = [dots.left[place] ?? Number.NaN, dots.top[place] ?? Number.NaN]
      if (!car || Number.isNaN(left)) continue
      context.globalAlpha = car.pitStatus > 0 ? 0.55 : 1
      paintDot(context, [left, top], car, unit, scale)
    }
    context.globalAlpha = 1
    for (const place of order) {
      const car = cars[place]
      const [left, top] = [labels.left[place] ?? Number.NaN, labels.top[place] ?? Number.NaN]
      if (!car || Number.isNaN(left)) continue
      paintLabel(context, [left, top], car.label, unit, scale)
    }
  }

  /** Joins cars within a second of each other. */
  function paintBattles(
    context: MapContext,
    battles: readonly (readonly [place: number, ahead: number])[],
    unit: number,
  ): void {
    context.beginPath()
    for (const [place, ahead] of battles) {
      const [left, top] = [dots.left[place] ?? Number.NaN, dots.top[place] ?? Number.NaN]
      const [toLeft, toTop] = [dots.left[ahead] ?? Number.NaN, dots.top[ahead] ?? Number.NaN]
      if (Math.hypot(toLeft - left, toTop - top) < BATTLE_PIXELS_MAX * unit) {
        context.moveTo(left, top)
        context.lineTo(toLeft, toTop)
      }
    }
    context.lineCap = 'round'
    context.lineWidth = 4 * unit
    context.strokeStyle = colourOf('text')
    context.stroke()
  }

  function paintDot(
    context: MapContext,
    at: readonly [number, number],
    { colour, isFollowed }: MapCar,
    unit: number,
    scale: number,
  ): void {
    const radius = (isFollowed ? 7.5 : 5.5) * unit
    stamp(context, at, scale, {
      key: `${colour} ${radius} ${colourOf('page')}`,
      width: 2.5 * radius + 2,
      height: 2.5 * radius + 2,
      paint(dot) {
        dot.arc(0, 0, radius, 0, 2 * Math.PI)
        dot.fillStyle = colour
        dot.fill()
        dot.lineWidth = (isFollowed ? 2.5 : 1.5) * unit
        dot.strokeStyle = colourOf(isFollowed ? 'text' : 'page')
        dot.stroke()
      },
    })
  }

  function paintLabel(
    context: MapContext,
    at: readonly [number, number],
    text: string,
    unit: number,
    scale: number,
  ): void {
    stamp(context, at, scale, {
      key: `${text} ${unit} ${known.look?.fontStatus} ${colourOf('panel')}`,
      width: 44 * unit,
      height: 20 * unit,
      snaps: true,
      paint(label) {
        label.font = `600 ${13 * unit}px ${known.look?.fontFamily}`
        label.textAlign = 'center'
        label.textBaseline = 'middle'
        label.lineJoin = 'round'
        label.lineWidth = 3 * unit
        label.strokeStyle = colourOf('panel')
        label.fillStyle = colourOf('text')
        label.strokeText(text, 0, 0)
        label.fillText(text, 0, 0)
      },
    })
  }

  /** Returns the view that the viewer has chosen, or with the followed car in its middle. */
  function viewOf({ view, centredPlace, ...size }: MapBoxView, { project }: MapFit): MapView {
    const [x, z] = [motion.x[centredPlace ?? -1], motion.z[centredPlace ?? -1]]
    if (x === undefined || z === undefined || Number.isNaN(x)) return view
    return centreOn(view, project(x, z), size)
  }

  function requestFrame(): void {
    if (frame === 0 && known.isInSight !== false) frame = requestAnimationFrame(paint)
  }

  function repaint(): void {
    isChanged = true
    requestFrame()
  }

  function restore(): void {
    track.forget()
    repaint()
  }

  trackCanvas.addEventListener('contextrestored', restore)
  carCanvas.addEventListener('contextrestored', restore)
  return {
    show(news) {
      const { tick, ...parts } = news
      known = { ...known, ...parts }
      if (parts.shape) fit = fitOf(parts.shape)
      if (tick) motion.tick(tick, performance.now())
      repaint()
    },
    stop() {
      trackCanvas.removeEventListener('contextrestored', restore)
      carCanvas.removeEventListener('contextrestored', restore)
      cancelAnimationFrame(frame)
      known = { ...known, isInSight: false }
    },
  }
}

/** The projection is linear: three points determine it. */
function fitOf({ points, origin, byX, byZ }: MapShape): MapFit {
  return {
    points,
    project: (x, z) => [
      origin[0] + (byX[0] - origin[0]) * x + (byZ[0] - origin[0]) * z,
      origin[1] + (byX[1] - origin[1]) * x + (byZ[1] - origin[1]) * z,
    ],
  }
}

/** Interpolates between the values of two points of the outline. */
function valueAlong(values: Float64Array, axis: 0 | 1, along: number): number {
  const count = values.length / 2
  const place = ((Math.floor(along) % count) + count) % count
  const before = values[2 * place + axis]
  const next = values[2 * ((place + 1) % count) + axis]
  if (before === undefined || next === undefined)
    throw new RangeError(`No point ${place} of ${count}`)
  return before + (next - before) * (along - Math.floor(along))
}
