import { itemAt } from '@pitboard/contract/wire/item-at'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { TrackFit } from '@pitboard/analysis/track/track-geometry'
import { abnormalResult } from '../../timing/names.ts'
import { chosenDrivers, type DriverRole, ROLE_SIGNS, roleOf } from '../../timing/chosen-drivers.ts'
import { readableColour } from '../../timing/readable-colour.ts'
import { onDensityChange } from '../../timing/screen-density.ts'
import { namedDriver, seasonNames } from '../../timing/season-names.ts'
import { driverCode } from '../race/car-identity.ts'
import type { LiveStore } from '../race/live-store.ts'
import { mapGhost } from '../race/map-ghost.ts'
import { isInBattle, standingOf } from '../race/standing.ts'
import { CARS_MAX, createCarMotion } from './car-motion.ts'
import { createDotSteps } from './dot-steps.ts'
import { createLabelSpread } from './label-spread.ts'
import { centreOn, type MapView } from './map-view.ts'
import { createTrackPainter, type MapColour, type TrackCanvas } from './paint-track.ts'
import { createStamps, resizeCanvas, retainTrack } from './retained-pictures.ts'

export interface MapPicture {
  readonly fit: TrackFit
  readonly width: number
  readonly height: number
  readonly view: MapView
  /** The viewer follows the driver with this car index. */
  readonly focusIdx: number | null
  /** The followed car stays in the middle of an enlarged map. */
  readonly isCentred: boolean
}

export interface MapPainting {
  /** Paints the map again if it changed while no car moves. */
  readonly repaint: () => void
  readonly stop: () => void
}

const BATTLE_MS = 1_000
/** Cars further apart are not beside each other, whatever their gap says. */
const BATTLE_PIXELS_MAX = 80
/** Lines and texts have their plain size on a map of this height and a page with this font size. */
const PLAIN_HEIGHT = 320
const PLAIN_TYPE_PX = 16
const UNIT_MAX = 1.8

/** One canvas is above the other: the cars move with every frame, the track only with the view. */
interface MapCanvases {
  readonly track: HTMLCanvasElement
  readonly cars: HTMLCanvasElement
}

/** Paints the track and its cars by animation frames, past React, until it is stopped. */
export function paintMap(
  { track: trackCanvas, cars: carCanvas }: MapCanvases,
  store: LiveStore,
  picture: () => MapPicture,
): MapPainting {
  const motion = createCarMotion()
  const labels = createLabelSpread()
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const style = getComputedStyle(carCanvas)
  const { fontFamily } = style
  const colours = new Map<MapColour, string>()
  const track = retainTrack(trackCanvas, createTrackPainter(colourOf, fontFamily))
  const context = carCanvas.getContext('2d')
  const stamp = createStamps()
  const steps = createDotSteps(CARS_MAX)
  const dots = { left: new Float64Array(CARS_MAX), top: new Float64Array(CARS_MAX) }
  let isInSight = true
  let frame = 0
  /** The next frame shows more than cars that drive on. */
  let isChanged = true
  let painted: LiveSession | null = null
  let order: readonly number[] = []
  let orderedFor: number | null = null
  const unitOf = createUnit()

  function colourOf(name: MapColour): string {
    const known = colours.get(name)
    if (known !== undefined) return known
    const colour = style.getPropertyValue(`--color-${name}`)
    colours.set(name, colour)
    return colour
  }

  function paint(): void {
    frame = 0
    const { session } = store.view()
    if (!session || !context) return
    const nowMs = performance.now()
    const shown = picture()
    const { fit, width, height, focusIdx } = shown
    motion.place(nowMs, smooth)
    const view = viewOf(shown, session)
    if (smooth && motion.isMoving(nowMs)) requestFrame()
    const scale = resizeCanvas(carCanvas, shown)
    const unit = unitOf(Math.min(width, height))
    // Cars in the pit lane move with the lane as the track has it.
    track.paint({ fit, width, height, view, scale, unit }, session)
    placeDots(session, shown, view)
    const isFollowing = view !== shown.view
    if (!isChanged && !isFollowing && !steps.areElsewhere(dots, scale)) return
    isChanged = false
    steps.note(dots, scale)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.clearRect(0, 0, width, height)
    if (orderedFor !== focusIdx) orderCars(session, focusIdx)
    paintGhost(context, shown, view, unit)
    paintCars(context, session, focusIdx, { unit, scale })
  }

  /** Paints the car of a lap that is driven against as a ring, because it is not there. */
  function paintGhost(
    context: CanvasRenderingContext2D,
    { fit, width, height }: MapPicture,
    { zoom, left, top }: MapView,
    unit: number,
  ): void {
    const ghost = mapGhost.get()
    if (!ghost) return
    const [mapLeft, mapTop] = fit.project(ghost.x, ghost.z)
    const x = (mapLeft - width / 2 - left) * zoom + width / 2
    const y = (mapTop - height / 2 - top) * zoom + height / 2
    context.beginPath()
    context.arc(x, y, 6 * unit, 0, 2 * Math.PI)
    context.lineWidth = 2 * unit
    context.strokeStyle = colourOf('text')
    context.stroke()
  }

  /** The projection is linear: three points determine it. */
  function placeDots(
    { drivers, trackLength }: LiveSession,
    { fit, width, height }: MapPicture,
    view: MapView,
  ) {
    const origin = fit.project(0, 0)
    const [byX, byZ] = [fit.project(1, 0), fit.project(0, 1)]
    const shifts = track.laneShifts()
    const metresApart = (trackLength ?? 0) / fit.points.length
    dots.left.fill(Number.NaN)
    for (const [place, driver] of drivers.entries()) {
      if (place >= CARS_MAX || abnormalResult(driver.resultStatus) !== null) continue
      const [x, z] = [motion.x[place] ?? Number.NaN, motion.z[place] ?? Number.NaN]
      let mapLeft = origin[0] + (byX[0] - origin[0]) * x + (byZ[0] - origin[0]) * z
      let mapTop = origin[1] + (byX[1] - origin[1]) * x + (byZ[1] - origin[1]) * z
      if (shifts && driver.pitStatus > 0 && driver.lapDistance !== null && metresApart > 0) {
        const along = driver.lapDistance / metresApart
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
    context: CanvasRenderingContext2D,
    session: LiveSession,
    focusIdx: number | null,
    { unit, scale }: Pick<TrackCanvas, 'unit' | 'scale'>,
  ): void {
    const { drivers } = session
    paintBattles(context, session, unit)
    labels.spread(order, dots, unit)
    // Cars are drawn from the last to the first, so that the followed car lies on top.
    for (let rank = order.length - 1; rank >= 0; rank--) {
      const place = itemAt(order, rank)
      const driver = drivers[place]
      const [left, top] = [dots.left[place] ?? Number.NaN, dots.top[place] ?? Number.NaN]
      if (!driver || Number.isNaN(left)) continue
      const isFocused = driver.driverIdx === focusIdx
      context.globalAlpha = driver.pitStatus > 0 ? 0.55 : 1
      paintDot(context, [left, top], driver.teamColour, isFocused, unit, scale)
    }
    context.globalAlpha = 1
    for (const place of order) {
      const [left, top] = [labels.left[place] ?? Number.NaN, labels.top[place] ?? Number.NaN]
      if (Number.isNaN(left)) continue
      paintLabel(context, [left, top], labelOf(session, place), unit, scale)
    }
  }

  /** Joins cars within a second of each other. */
  function paintBattles(
    context: CanvasRenderingContext2D,
    session: LiveSession,
    unit: number,
  ): void {
    context.beginPath()
    const { order: standing } = standingOf(session)
    for (const [rank, place] of standing.entries()) {
      const driver = session.drivers[place]
      const ahead = standing[rank - 1]
      if (!driver || ahead === undefined || !isInBattle(driver, session)) continue
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
    context: CanvasRenderingContext2D,
    at: readonly [number, number],
    teamColour: string,
    isFocused: boolean,
    unit: number,
    scale: number,
  ): void {
    const radius = (isFocused ? 7.5 : 5.5) * unit
    stamp(context, at, scale, {
      key: `${teamColour} ${radius}`,
      width: 2.5 * radius + 2,
      height: 2.5 * radius + 2,
      paint(dot) {
        dot.arc(0, 0, radius, 0, 2 * Math.PI)
        dot.fillStyle = readableColour(teamColour)
        dot.fill()
        dot.lineWidth = (isFocused ? 2.5 : 1.5) * unit
        dot.strokeStyle = colourOf(isFocused ? 'text' : 'page')
        dot.stroke()
      },
    })
  }

  function paintLabel(
    context: CanvasRenderingContext2D,
    at: readonly [number, number],
    text: string,
    unit: number,
    scale: number,
  ): void {
    stamp(context, at, scale, {
      key: `${text} ${unit} ${document.fonts.status}`,
      width: 44 * unit,
      height: 20 * unit,
      snaps: true,
      paint(label) {
        label.font = `600 ${13 * unit}px ${fontFamily}`
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
  function viewOf({ view, isCentred, focusIdx, fit, ...size }: MapPicture, session: LiveSession) {
    if (!isCentred || focusIdx === null) return view
    const place = session.drivers.findIndex(({ driverIdx }) => driverIdx === focusIdx)
    const [x, z] = [motion.x[place] ?? Number.NaN, motion.z[place] ?? Number.NaN]
    return Number.isNaN(x) ? view : centreOn(view, fit.project(x, z), size)
  }

  function orderCars(session: LiveSession, focusIdx: number | null): void {
    order = byPriority(session, focusIdx)
    orderedFor = focusIdx
  }

  function tick(): void {
    const { session } = store.view()
    if (!session || session === painted) return
    painted = session
    motion.tick(session, performance.now())
    orderCars(session, picture().focusIdx)
    repaint()
  }

  function reorder(): void {
    const { session } = store.view()
    if (session) orderCars(session, picture().focusIdx)
    repaint()
  }

  function repaint(): void {
    isChanged = true
    requestFrame()
  }

  function requestFrame(): void {
    if (frame === 0 && isInSight) frame = requestAnimationFrame(paint)
  }

  // On a phone the map is a page beside the tower.
  const sight = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)?.isIntersecting ?? true
    repaint()
  })
  sight.observe(carCanvas)
  tick()
  const unsubscribes = [
    store.subscribe(tick),
    chosenDrivers.subscribe(reorder),
    seasonNames.subscribe(reorder),
    onDensityChange(repaint),
  ]
  return {
    repaint,
    stop: () => {
      sight.disconnect()
      for (const unsubscribe of unsubscribes) unsubscribe()
      cancelAnimationFrame(frame)
    },
  }
}

/**
 * Returns how large lines and texts are: they grow with the map, and with the type of the page, which a preset for a
 * wall enlarges. Reading the type costs more than a frame has, so it is read for a new size or preset only.
 */
function createUnit(): (size: number) => number {
  const root = document.documentElement
  const style = getComputedStyle(root)
  let measured = { size: 0, preset: root.dataset['preset'] }
  let unit = 1
  return (size) => {
    const { preset } = root.dataset
    if (size !== measured.size || preset !== measured.preset) {
      measured = { size, preset }
      const byMap = Math.min(UNIT_MAX, Math.sqrt(size / PLAIN_HEIGHT))
      unit = Math.max(1, byMap, Number.parseFloat(style.fontSize) / PLAIN_TYPE_PX)
    }
    return unit
  }
}

/** Returns the car's code, with the sign that the reader's own driver and their rivals have on every page. */
function labelOf({ drivers }: LiveSession, place: number): string {
  const role = roleInSeason(drivers[place])
  const code = driverCode(drivers, place)
  return role === null ? code : `${ROLE_SIGNS[role]}${code}`
}

function roleInSeason(driver: Driver | undefined): DriverRole | null {
  return driver ? roleOf(namedDriver(driver), chosenDrivers.get()) : null
}

/**
 * Orders cars by who gets a label first: the followed driver, the reader's own, their rivals, the leader, then cars in
 * a battle.
 */
function byPriority(session: LiveSession, focusIdx: number | null): number[] {
  const { drivers } = session
  const rank = (place: number) => {
    const driver = drivers[place]
    if (driver?.driverIdx === focusIdx) return 0
    const role = roleInSeason(driver)
    if (role !== null) return role === 'own' ? 1 : 2
    if (driver?.position === 1) return 3
    const gapMs = driver?.deltaToCarAhead ?? null
    return gapMs !== null && gapMs > 0 && gapMs < BATTLE_MS ? 4 : 5
  }
  return standingOf(session).order.toSorted((a, b) => rank(a) - rank(b))
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
