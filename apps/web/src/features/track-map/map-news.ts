import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { TrackFit } from '@pitboard/analysis/track/track-geometry'
import type { MapView } from './map-view.ts'

export type MapColour =
  | ('road' | 'page' | 'panel' | 'text' | 'muted' | 'faint' | 'line-strong')
  | ('flag-yellow' | 'bad')
  | ('road-sector-1' | 'road-sector-2' | 'road-sector-3')

/** The page says so how everything is drawn. */
export interface MapLook {
  readonly colours: Readonly<Record<MapColour, string>>
  readonly fontFamily: string
  /** Texts are drawn again once their font has come. */
  readonly fontStatus: string
  /** The type of the page has this size in pixels. */
  readonly typePixels: number
  /** A pixel of the page has this many pixels of the screen. */
  readonly scale: number
  /** It is false for who wants less motion: cars are where the last tick has them. */
  readonly isSmooth: boolean
}

/** The track in its box: what `TrackFit` has, as numbers alone. */
export interface MapShape {
  readonly points: TrackFit['points']
  /** The origin of the game's world is there, and the places a metre beside it. */
  readonly origin: readonly [left: number, top: number]
  readonly byX: readonly [left: number, top: number]
  readonly byZ: readonly [left: number, top: number]
}

/** The viewer looks at the track so. */
export interface MapBoxView {
  readonly width: number
  readonly height: number
  readonly view: MapView
  /** The car at this place stays in the middle; it is null where the viewer looks elsewhere. */
  readonly centredPlace: number | null
}

export type MapTrack = Pick<
  LiveSession,
  'trackLength' | 'pitLane' | 'sectorStarts' | 'flaggedZones' | 'safetyCarStatus'
>

export interface MapCar extends Pick<Driver, 'pitStatus' | 'lapDistance'> {
  readonly label: string
  readonly colour: string
  readonly isFollowed: boolean
  /** A car that has retired is on no map. */
  readonly isGone: boolean
}

/** The list has a car for each place of `drivers`. */
export interface MapCars {
  readonly cars: readonly MapCar[]
  /** These are places: who is first gets a label first, and lies on top. */
  readonly order: readonly number[]
  /** Cars at these places are joined by a line. */
  readonly battles: readonly (readonly [place: number, ahead: number])[]
}

/** A tick of the session says where cars are, and how fast. */
export interface MapTick {
  readonly sessionTimeMs: number
  readonly drivers: readonly Pick<Driver, 'livePosition' | 'velocity'>[]
}

/** The painter remembers each part until it changes: it is on another thread where that is possible. */
export interface MapNews {
  readonly look?: MapLook
  readonly shape?: MapShape
  readonly box?: MapBoxView
  readonly track?: MapTrack
  readonly cars?: MapCars
  readonly tick?: MapTick
  /** The car of a lap that is driven against is there, in metres. */
  readonly ghost?: { readonly x: number; readonly z: number } | null
  readonly isInSight?: boolean
}

/** It paints by animation frames until it is stopped. */
export interface MapPainter {
  /** Shows what has changed; without news the map is painted again as it is. */
  readonly show: (news: MapNews) => void
  readonly stop: () => void
}
