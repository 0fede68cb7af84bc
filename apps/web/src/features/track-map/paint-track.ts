import { MINI_SECTORS } from '@pitboard/contract/live/mini-sectors'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import type { TrackFit } from '@pitboard/analysis/track/track-geometry'
import type { MapContext } from './map-context.ts'
import type { MapColour, MapTrack } from './map-news.ts'
import type { MapView } from './map-view.ts'
import {
  type DrawnLane,
  drawPitLane,
  type MapFit,
  markAt,
  traceLine,
  type TrackMark,
  tracePart,
} from './track-shapes.ts'

export interface TrackCanvas {
  readonly context: MapContext
  readonly fit: MapFit
  readonly width: number
  readonly height: number
  readonly view: MapView
  /** A pixel of the page has this many pixels of the screen. */
  readonly scale: number
  /** Lines and texts are so large. */
  readonly unit: number
}

interface Shapes {
  readonly fit: MapFit
  readonly session: MapTrack
  readonly road: Path2D
  readonly zoom: number
  readonly lane: DrawnLane
  readonly pitLane: Path2D
  readonly zones: readonly { readonly path: Path2D; readonly isRed: boolean }[]
  /** These are the second and the third sector; the list is empty where it is unknown where they begin. */
  readonly laterSectors: readonly Path2D[]
  /** The direction of travel is shown there. */
  readonly directions: readonly TrackMark[]
  readonly start: TrackMark | null
  readonly sectors: readonly TrackMark[]
  readonly miniSectors: readonly TrackMark[]
}

export interface TrackPainter {
  readonly paint: (canvas: TrackCanvas, session: MapTrack) => void
  /** The pit lane was moved by these shifts when it was painted (see `DrawnLane`). */
  readonly laneShifts: () => Float64Array | null
}

/** Labels of sectors need room beside those of cars. */
const SECTOR_LABELS_WIDTH = 360
/** On a smaller map the lines of mini-sectors would hide the track. */
const MINI_SECTORS_ZOOM = 2
/** The distance is half a road, half a pit lane, and room between them. */
const LANE_AWAY = 11.5
/** The direction of travel is shown at this many places around the lap. */
const DIRECTIONS = 8

/** Paints what does not move. Its shapes are made again when the track changes, not for each frame. */
export function createTrackPainter(
  colourOf: (name: MapColour) => string,
  fontFamily: () => string,
): TrackPainter {
  let shapes: Shapes | null = null

  function paint(canvas: TrackCanvas, session: MapTrack): void {
    const { context, width, height, scale, unit } = canvas
    const { zoom, left, top } = canvas.view
    if (!shapes || !isOf(shapes, canvas, session)) shapes = makeShapes(canvas, session)
    // The road gets wider more slowly than the map: the cars on it stay apart.
    const road = unit * Math.sqrt(zoom)
    const isNeutral =
      session.safetyCarStatus === SafetyCarStatus.Full ||
      session.safetyCarStatus === SafetyCarStatus.Virtual
    const shift = scale * zoom
    context.setTransform(
      shift,
      0,
      0,
      shift,
      scale * (width / 2 - (width / 2 + left) * zoom),
      scale * (height / 2 - (height / 2 + top) * zoom),
    )
    context.lineJoin = 'round'
    context.lineCap = 'round'
    stroke(shapes.pitLane, 'page', 5)
    stroke(shapes.pitLane, 'road', 2.5)
    stroke(shapes.road, isNeutral ? 'flag-yellow' : 'page', 14)
    if (isNeutral) stroke(shapes.road, 'page', 11.5)
    stroke(shapes.road, 'road-sector-1', 9.5)
    // Ends that are round would reach into the sector beside them.
    context.lineCap = 'butt'
    for (const [place, path] of shapes.laterSectors.entries()) {
      stroke(path, place === 0 ? 'road-sector-2' : 'road-sector-3', 9.5)
    }
    context.lineCap = 'round'
    for (const { path, isRed } of shapes.zones) stroke(path, isRed ? 'bad' : 'flag-yellow', 9.5)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    for (const mark of shapes.directions) chevron(mark)
    context.lineCap = 'butt'
    if (zoom >= MINI_SECTORS_ZOOM) {
      for (const mark of shapes.miniSectors) across(mark, 'line-strong', 1, 2.75)
    }
    for (const [place, mark] of shapes.sectors.entries()) {
      across(mark, 'text', 2, 6)
      if (width >= SECTOR_LABELS_WIDTH) label(mark, `S${place + 2}`)
    }
    if (shapes.start) {
      across(shapes.start, 'text', 4, 7)
      chequer(shapes.start)
      arrow(shapes.start)
    }

    function stroke(path: Path2D, colour: MapColour, lineWidth: number): void {
      context.lineWidth = (lineWidth * road) / zoom
      context.strokeStyle = colourOf(colour)
      context.stroke(path)
    }

    /** Draws a chevron on the road, in the direction of travel. */
    function chevron({ at, along }: TrackMark): void {
      const [x, y] = screenOf(at)
      const [backX, backY] = [x - along[0] * 2.2 * road, y - along[1] * 2.2 * road]
      const [outX, outY] = [-along[1] * 2.2 * road, along[0] * 2.2 * road]
      context.beginPath()
      context.moveTo(backX + outX, backY + outY)
      context.lineTo(x, y)
      context.lineTo(backX - outX, backY - outY)
      context.lineWidth = 1.4 * road
      context.strokeStyle = colourOf('road')
      context.stroke()
    }

    function screenOf(at: TrackMark['at']): [number, number] {
      return [
        (at[0] - width / 2 - left) * zoom + width / 2,
        (at[1] - height / 2 - top) * zoom + height / 2,
      ]
    }

    function across({ at, out }: TrackMark, colour: MapColour, lineWidth: number, reach: number) {
      const [x, y] = screenOf(at)
      context.beginPath()
      context.moveTo(x - out[0] * reach * road, y - out[1] * reach * road)
      context.lineTo(x + out[0] * reach * road, y + out[1] * reach * road)
      context.lineWidth = lineWidth * road
      context.strokeStyle = colourOf(colour)
      context.stroke()
    }

    /** Makes squares of the start line. */
    function chequer(mark: TrackMark): void {
      const { along, out } = mark
      const [x, y] = screenOf(mark.at)
      context.beginPath()
      for (const side of [-1, 1]) {
        const [sideX, sideY] = [x + along[0] * side * road, y + along[1] * side * road]
        for (let row = side < 0 ? -6 : -4; row < 6; row += 4) {
          context.moveTo(sideX + out[0] * row * road, sideY + out[1] * row * road)
          context.lineTo(sideX + out[0] * (row + 2) * road, sideY + out[1] * (row + 2) * road)
        }
      }
      context.lineWidth = 2 * road
      context.strokeStyle = colourOf('page')
      context.stroke()
    }

    function label({ at, out }: TrackMark, text: string): void {
      const [x, y] = screenOf(at)
      const away = 7 * road + 10 * unit
      context.font = `600 ${11 * unit}px ${fontFamily()}`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillStyle = colourOf('faint')
      context.fillText(text, x + out[0] * away, y + out[1] * away)
    }

    /** Draws the direction of travel, beside the start line. */
    function arrow({ at, along, out }: TrackMark): void {
      const [x, y] = screenOf(at)
      const away = 9 * road + 3 * unit
      const [fromX, fromY] = [x + out[0] * away, y + out[1] * away]
      const [toX, toY] = [fromX + along[0] * 16 * unit, fromY + along[1] * 16 * unit]
      const head = 5 * unit
      context.beginPath()
      context.moveTo(fromX, fromY)
      context.lineTo(toX, toY)
      for (const side of [-1, 1]) {
        context.moveTo(toX, toY)
        context.lineTo(
          toX - along[0] * head + out[0] * head * side * 0.8,
          toY - along[1] * head + out[1] * head * side * 0.8,
        )
      }
      context.lineCap = 'round'
      context.lineWidth = 2 * unit
      context.strokeStyle = colourOf('muted')
      context.stroke()
    }
  }

  return { paint, laneShifts: () => shapes?.lane.shifts ?? null }
}

function isOf({ fit, zoom, session }: Shapes, canvas: TrackCanvas, next: MapTrack): boolean {
  return (
    fit === canvas.fit &&
    zoom === canvas.view.zoom &&
    session.pitLane === next.pitLane &&
    session.flaggedZones === next.flaggedZones &&
    session.sectorStarts === next.sectorStarts &&
    session.trackLength === next.trackLength
  )
}

function laterSectorsOf(
  points: TrackFit['points'],
  sectorStarts: MapTrack['sectorStarts'],
  length: number,
): readonly Path2D[] {
  if (!sectorStarts) return []
  const [second, third] = sectorStarts
  return [tracePart(points, second / length, third / length), tracePart(points, third / length, 1)]
}

function makeShapes({ fit, view: { zoom }, unit }: TrackCanvas, session: MapTrack): Shapes {
  const { points } = fit
  const lane = drawPitLane(fit, session.pitLane, (LANE_AWAY * unit) / Math.sqrt(zoom))
  const length = session.trackLength ?? 0
  const marks = (session.sectorStarts ?? []).map((metres) => markAt(points, metres / length))
  return {
    fit,
    session,
    road: traceLine(points),
    zoom,
    lane,
    pitLane: traceLine(lane.points),
    zones: (length > 0 ? session.flaggedZones : []).map(({ from, to, isRed }) => ({
      path: tracePart(points, from / length, (to > from ? to : to + length) / length),
      isRed,
    })),
    laterSectors: length > 0 ? laterSectorsOf(points, session.sectorStarts, length) : [],
    directions: Array.from({ length: DIRECTIONS }, (_, place) =>
      markAt(points, (place + 0.5) / DIRECTIONS),
    ).filter((mark) => mark !== null),
    start: markAt(points, 0),
    sectors: length > 0 ? marks.filter((mark) => mark !== null) : [],
    miniSectors: Array.from({ length: MINI_SECTORS - 1 }, (_, place) =>
      markAt(points, (place + 1) / MINI_SECTORS),
    ).filter((mark) => mark !== null),
  }
}
