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
import {
  type MapBoxView,
  type MapCar,
  type MapCars,
  type MapColour,
  type MapLook,
  type MapNews,
  type MapPainter,
  type MapShape,
  type MapTrack,
} from './map-news.ts'
import type { MapView } from './map-view.ts'

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

/** Tells the painter of the map in a place of the page what there is to see, past React, until it is stopped. */
export function paintMap(
  place: Element,
  painter: MapPainter,
  store: LiveStore,
  picture: () => MapPicture,
): MapPainting {
  const lookOf = createLook(place)
  const shapeOf = remember(shapeIn)
  const boxOf = remember(
    (width: number, height: number, view: MapView, centredPlace: number | null): MapBoxView => ({
      width,
      height,
      view,
      centredPlace,
    }),
  )
  const trackOf = remember(trackIn)
  let told: MapNews = {}
  let isInSight = true
  let ticked: LiveSession | null = null

  function tell(news: MapNews = {}): void {
    const { session } = store.view()
    if (!session) return
    const { fit, width, height, view, focusIdx, isCentred } = picture()
    const look = lookOf(Math.min(width, height))
    const shape = shapeOf(fit)
    const centred = isCentred && focusIdx !== null ? placeOf(session, focusIdx) : null
    const box = boxOf(width, height, view, centred)
    const { trackLength, pitLane, sectorStarts, flaggedZones, safetyCarStatus } = session
    const track = trackOf(trackLength, pitLane, sectorStarts, flaggedZones, safetyCarStatus)
    painter.show({
      ...(look !== told.look && { look }),
      ...(shape !== told.shape && { shape }),
      ...(box !== told.box && { box }),
      ...(track !== told.track && { track }),
      cars: carsOf(session, focusIdx),
      ...news,
    })
    told = { look, shape, box, track }
  }

  function tick(): void {
    const { session } = store.view()
    // Nobody sees how far cars get meanwhile.
    if (!session || session === ticked || !isInSight) return
    ticked = session
    const { sessionTimeMs, drivers } = session
    const places = drivers.map(({ livePosition, velocity }) => ({ livePosition, velocity }))
    tell({ tick: { sessionTimeMs, drivers: places } })
  }

  const repaint = () => tell()
  // On a phone the map is a page beside the tower.
  const sight = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)?.isIntersecting ?? true
    painter.show({ isInSight })
    tick()
  })
  sight.observe(place)
  painter.show({ ghost: mapGhost.get() })
  tick()
  const unsubscribes = [
    store.subscribe(tick),
    chosenDrivers.subscribe(repaint),
    seasonNames.subscribe(repaint),
    mapGhost.subscribe(() => painter.show({ ghost: mapGhost.get() })),
    onDensityChange(repaint),
  ]
  return {
    repaint,
    stop: () => {
      sight.disconnect()
      for (const unsubscribe of unsubscribes) unsubscribe()
      painter.stop()
    },
  }
}

/** Returns the last value while it would be made of the same parts. */
function remember<Parts extends readonly unknown[], Value>(
  make: (...parts: Parts) => Value,
): (...parts: Parts) => Value {
  let last: { readonly parts: Parts; readonly value: Value } | null = null
  return (...parts) => {
    const isSame = last?.parts.every((part, index) => part === parts[index]) ?? false
    if (last === null || !isSame) last = { parts, value: make(...parts) }
    return last.value
  }
}

/**
 * Returns how the map looks in a place of the page. Reading the type costs more than a frame has, so it is read for a
 * new size, preset or theme only: a preset for a wall enlarges it.
 */
function createLook(place: Element): (size: number) => MapLook {
  const isSmooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const root = document.documentElement
  const [style, type] = [getComputedStyle(place), getComputedStyle(root)]
  const readColours = remember((_theme: string | undefined) => coloursOf(style))
  const readType = remember((_size: number, _preset: string | undefined) =>
    Number.parseFloat(type.fontSize),
  )
  const { fontFamily } = style
  const make = remember(
    (colours: MapLook['colours'], typePixels: number, fontStatus: string, scale: number) => ({
      colours,
      fontFamily,
      fontStatus,
      typePixels,
      scale,
      isSmooth,
    }),
  )
  return (size) => {
    const { preset, theme } = root.dataset
    const { status } = document.fonts
    return make(readColours(theme), readType(size, preset), status, window.devicePixelRatio)
  }
}

function coloursOf(style: CSSStyleDeclaration): Record<MapColour, string> {
  const read = (name: MapColour) => style.getPropertyValue(`--color-${name}`)
  return {
    road: read('road'),
    page: read('page'),
    panel: read('panel'),
    text: read('text'),
    muted: read('muted'),
    faint: read('faint'),
    'line-strong': read('line-strong'),
    'flag-yellow': read('flag-yellow'),
    bad: read('bad'),
    'road-sector-1': read('road-sector-1'),
    'road-sector-2': read('road-sector-2'),
    'road-sector-3': read('road-sector-3'),
  }
}

function shapeIn({ points, project }: TrackFit): MapShape {
  return { points, origin: project(0, 0), byX: project(1, 0), byZ: project(0, 1) }
}

function trackIn(
  trackLength: MapTrack['trackLength'],
  pitLane: MapTrack['pitLane'],
  sectorStarts: MapTrack['sectorStarts'],
  flaggedZones: MapTrack['flaggedZones'],
  safetyCarStatus: MapTrack['safetyCarStatus'],
): MapTrack {
  return { trackLength, pitLane, sectorStarts, flaggedZones, safetyCarStatus }
}

function placeOf({ drivers }: LiveSession, focusIdx: number): number {
  return drivers.findIndex(({ driverIdx }) => driverIdx === focusIdx)
}

function carsOf(session: LiveSession, focusIdx: number | null): MapCars {
  const { order: standing } = standingOf(session)
  const cars = session.drivers.map((driver, place): MapCar => {
    const { pitStatus, lapDistance, teamColour, resultStatus, driverIdx } = driver
    return {
      pitStatus,
      lapDistance,
      colour: readableColour(teamColour),
      label: labelOf(session, place),
      isFollowed: driverIdx === focusIdx,
      isGone: abnormalResult(resultStatus) !== null,
    }
  })
  const battles = standing.flatMap((place, rank): [[number, number]] | [] => {
    const [driver, ahead] = [session.drivers[place], standing[rank - 1]]
    return driver && ahead !== undefined && isInBattle(driver, session) ? [[place, ahead]] : []
  })
  return { cars, order: byPriority(session, focusIdx), battles }
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
