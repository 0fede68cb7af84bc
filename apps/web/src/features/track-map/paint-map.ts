import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { TrackFit } from '@pitboard/contract/sessions/track-geometry'
import { abnormalResult } from '../../timing/names.ts'
import { readableColour } from '../../timing/readable-colour.ts'
import { driverCode } from '../live/driver-code.ts'
import type { LiveStore } from '../live/live-store.ts'
import { standingOf } from '../live/standing.ts'
import { createCarMotion } from './car-motion.ts'
import { createLabelSpread } from './label-spread.ts'
import { centreOn, type MapView, projectIn } from './map-view.ts'

export interface MapPicture {
  readonly fit: TrackFit
  readonly width: number
  readonly height: number
  readonly view: MapView
  /** Car index of the driver whom the viewer follows. */
  readonly focusIdx: number | null
  /** The followed car stays in the middle of an enlarged map. */
  readonly isCentred: boolean
}

export interface MapPainting {
  /** For a map that changed while no car moves. */
  readonly repaint: () => void
  readonly stop: () => void
}

type Point = readonly [left: number, top: number]

/** A race that stands still needs no more frames after this. */
const LAST_LEG_MS = 500
const BATTLE_MS = 1_000
type Colour = 'road' | 'page' | 'panel' | 'text' | 'faint' | 'flag-yellow' | 'bad'

/** Paints the track and its cars by animation frames, past React, until it is stopped. */
export function paintMap(
  canvas: HTMLCanvasElement,
  store: LiveStore,
  picture: () => MapPicture,
): MapPainting {
  const motion = createCarMotion()
  const spreadLabels = createLabelSpread()
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const style = getComputedStyle(canvas)
  const colourOf = (name: Colour) => style.getPropertyValue(`--color-${name}`)
  const font = `600 13px ${style.fontFamily}`
  let frame = 0
  let lastTickMs = 0

  function paint(): void {
    frame = 0
    const { session } = store.view()
    const context = canvas.getContext('2d')
    if (!session || !context) return
    const nowMs = performance.now()
    const shown = picture()
    const positions = session.drivers.map((driver, place) =>
      isDriving(driver) ? motion.at(place, smooth ? nowMs : Number.POSITIVE_INFINITY) : null,
    )
    const view = viewOf(shown, session, positions)
    const scale = resize(canvas, shown)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.clearRect(0, 0, shown.width, shown.height)
    paintTrack(context, { ...shown, view }, session)
    const project = projectIn(shown.fit.project, view, shown)
    const points = positions.map((at) => at && project(...at))
    paintCars(context, session, points, shown.focusIdx)
    if (smooth && nowMs - lastTickMs < LAST_LEG_MS) frame = requestAnimationFrame(paint)
  }

  function paintTrack(
    context: CanvasRenderingContext2D,
    { fit, view, width, height }: MapPicture,
    session: LiveSession,
  ): void {
    const { zoom, left, top } = view
    const road = new Path2D(fit.path)
    // The road gets wider more slowly than the map: the cars on it stay apart.
    const widen = 1 / Math.sqrt(zoom)
    context.save()
    context.translate(width / 2, height / 2)
    context.scale(zoom, zoom)
    context.translate(-width / 2 - left, -height / 2 - top)
    context.lineJoin = 'round'
    context.lineCap = 'round'
    stroke(road, 'road', 9 * widen)
    stroke(road, 'page', 5 * widen)
    const { trackLength, trackOutline } = session
    if (trackLength) {
      const pointAt = (metres: number) => {
        const count = trackOutline.length
        const point = trackOutline[Math.round((metres / trackLength) * count) % count]
        return point ? fit.project(...point) : null
      }
      for (const { from, to, isRed } of session.flaggedZones) {
        stroke(
          lineOf(pointAt, from, to > from ? to : to + trackLength),
          isRed ? 'bad' : 'flag-yellow',
          5 * widen,
        )
      }
      for (const start of session.sectorStarts ?? [])
        tick(pointAt(start), pointAt(start + 40), 'faint')
      tick(pointAt(0), pointAt(40), 'text')
    }
    context.restore()

    function stroke(path: Path2D, colour: Colour, lineWidth: number): void {
      context.lineWidth = lineWidth
      context.strokeStyle = colourOf(colour)
      context.stroke(path)
    }

    /** Across the road. */
    function tick(at: Point | null, next: Point | null, colour: 'text' | 'faint'): void {
      if (!at || !next) return
      const angle = Math.atan2(next[1] - at[1], next[0] - at[0])
      const [x, y] = [Math.sin(angle) * 8 * widen, -Math.cos(angle) * 8 * widen]
      const line = new Path2D()
      line.moveTo(at[0] - x, at[1] - y)
      line.lineTo(at[0] + x, at[1] + y)
      stroke(line, colour, 3 * widen)
    }
  }

  function paintCars(
    context: CanvasRenderingContext2D,
    session: LiveSession,
    points: readonly (Point | null)[],
    focusIdx: number | null,
  ): void {
    const { drivers } = session
    const spots = spreadLabels(byPriority(session, focusIdx), points)
    for (const [place, driver] of drivers.entries()) {
      const point = points[place]
      if (!point) continue
      const isFocused = driver.driverIdx === focusIdx
      context.globalAlpha = driver.pitStatus > 0 ? 0.55 : 1
      context.beginPath()
      context.arc(...point, isFocused ? 7.5 : 5.5, 0, 2 * Math.PI)
      context.fillStyle = readableColour(driver.teamColour)
      context.fill()
      context.lineWidth = isFocused ? 2.5 : 1.5
      context.strokeStyle = colourOf(isFocused ? 'text' : 'page')
      context.stroke()
    }
    context.globalAlpha = 1
    context.font = font
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = 3
    context.strokeStyle = colourOf('panel')
    context.fillStyle = colourOf('text')
    for (const [place, spot] of spots) {
      const code = driverCode(drivers, place)
      context.strokeText(code, ...spot)
      context.fillText(code, ...spot)
    }
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

/** The view that the viewer has chosen, or with the followed car in its middle. */
function viewOf(
  { view, isCentred, focusIdx, fit, ...size }: MapPicture,
  { drivers }: Pick<LiveSession, 'drivers'>,
  positions: readonly (Point | null)[],
): MapView {
  const at = positions[drivers.findIndex(({ driverIdx }) => driverIdx === focusIdx)]
  return isCentred && at ? centreOn(view, fit.project(...at), size) : view
}

/** Who gets a label first: the followed driver, the leader, then cars in a battle. */
function byPriority(session: LiveSession, focusIdx: number | null): number[] {
  const { drivers } = session
  const rank = (place: number) => {
    const driver = drivers[place]
    if (driver?.driverIdx === focusIdx) return 0
    if (driver?.position === 1) return 1
    const gapMs = driver?.deltaToCarAhead ?? null
    return gapMs !== null && gapMs > 0 && gapMs < BATTLE_MS ? 2 : 3
  }
  return standingOf(session).order.toSorted((a, b) => rank(a) - rank(b))
}

function lineOf(pointAt: (metres: number) => Point | null, from: number, to: number): Path2D {
  const line = new Path2D()
  for (let metres = from; metres <= to; metres += 25) {
    const point = pointAt(metres)
    if (point) line.lineTo(...point)
  }
  return line
}

/** A pixel of the canvas is a pixel of the screen. */
function resize(canvas: HTMLCanvasElement, { width, height }: MapPicture): number {
  const scale = window.devicePixelRatio
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)]
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight
  return scale
}
