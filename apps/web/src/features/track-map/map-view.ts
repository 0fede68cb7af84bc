import type { TrackFit } from '@pitboard/analysis/track/track-geometry'

/** A viewer looks at the map so: enlarged about the middle of the box, and moved. */
export interface MapView {
  readonly zoom: number
  /** The point in the middle of the box lies so far from the middle of the whole map, in the map's pixels. */
  readonly left: number
  readonly top: number
}

export const WHOLE_MAP: MapView = { zoom: 1, left: 0, top: 0 }

const ZOOM_MAX = 12

interface Size {
  readonly width: number
  readonly height: number
}

type Point = readonly [left: number, top: number]

/** Enlarges the map so that what lies at a place of the box stays there. */
export function zoomAt(view: MapView, factor: number, [x, y]: Point, size: Size): MapView {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), ZOOM_MAX)
  const share = 1 / view.zoom - 1 / zoom
  const left = view.left + (x - size.width / 2) * share
  const top = view.top + (y - size.height / 2) * share
  return limitView({ zoom, left, top }, size)
}

/** Moves the map by that many pixels of the box. */
export function moveBy(view: MapView, [x, y]: Point, size: Size): MapView {
  const { zoom, left, top } = view
  return limitView({ zoom, left: left - x / zoom, top: top - y / zoom }, size)
}

/** Returns the view with a place of the whole map in the middle. */
export function centreOn(view: MapView, [x, y]: Point, size: Size): MapView {
  const moved = { ...view, left: x - size.width / 2, top: y - size.height / 2 }
  return limitView(moved, size)
}

/** The box never shows what is beyond the map. */
function limitView({ zoom, left, top }: MapView, { width, height }: Size): MapView {
  const room = (1 - 1 / zoom) / 2
  return {
    zoom,
    left: Math.min(Math.max(left, -width * room), width * room),
    top: Math.min(Math.max(top, -height * room), height * room),
  }
}

/** Returns the projection from metres to pixels of the box. */
export function projectIn(
  project: TrackFit['project'],
  { zoom, left, top }: MapView,
  { width, height }: Size,
): TrackFit['project'] {
  return (x, z) => {
    const [mapLeft, mapTop] = project(x, z)
    return [
      (mapLeft - width / 2 - left) * zoom + width / 2,
      (mapTop - height / 2 - top) * zoom + height / 2,
    ]
  }
}
