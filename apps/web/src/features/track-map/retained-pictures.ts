import { contextOf, type MapCanvasElement, type MapContext } from './map-context.ts'
import type { MapLook, MapTrack } from './map-news.ts'
import type { TrackCanvas, TrackPainter } from './paint-track.ts'

interface RetainedTrack extends Pick<TrackPainter, 'laneShifts'> {
  readonly paint: (place: Omit<TrackCanvas, 'context'>, track: MapTrack, look: MapLook) => void
  /** What was painted is gone. */
  readonly forget: () => void
}

/** Paints the track onto a canvas of its own, and again only when it looks different. */
export function retainTrack(
  canvas: MapCanvasElement,
  { paint, laneShifts }: TrackPainter,
): RetainedTrack {
  const context = contextOf(canvas)
  let painted: readonly unknown[] = []
  return {
    laneShifts,
    paint(place, track, look) {
      const { fit, width, height, view, scale, unit } = place
      const { zoom, left, top } = view
      const shown = [fit, width, height, zoom, left, top, scale, unit, look, track]
      if (!context || shown.every((part, index) => part === painted[index])) return
      painted = shown
      resizeCanvas(canvas, place)
      context.setTransform(scale, 0, 0, scale, 0, 0)
      context.clearRect(0, 0, width, height)
      paint({ ...place, context }, track)
    },
    forget() {
      painted = []
    },
  }
}

/** A pixel of the canvas is a pixel of the screen. */
export function resizeCanvas(
  canvas: MapCanvasElement,
  { width, height, scale }: Pick<TrackCanvas, 'width' | 'height' | 'scale'>,
): void {
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)]
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight
}

/** Cars never have as many looks at a time: after a while of zooming all are forgotten. */
const STAMPS_MAX = 200

interface Stamp {
  /** Differs where its picture does. */
  readonly key: string
  readonly width: number
  readonly height: number
  /** The picture is drawn at whole pixels, because letters between them are blurred. */
  readonly snaps?: true
  /** Paints around the middle, in pixels of the page. */
  readonly paint: (context: MapContext) => void
}

/** Paints from pictures: a path or an outlined text costs several times as much in each frame. */
export function createStamps() {
  const pictures = new Map<string, MapCanvasElement>()

  return (
    context: MapContext,
    [left, top]: readonly [number, number],
    scale: number,
    stamp: Stamp,
  ): void => {
    const key = `${scale} ${stamp.key}`
    const picture = pictures.get(key) ?? paintStamp(stamp, scale)
    if (pictures.size > STAMPS_MAX) pictures.clear()
    pictures.set(key, picture)
    const [width, height] = [picture.width / scale, picture.height / scale]
    const place = (at: number) => (stamp.snaps ? Math.round(at * scale) / scale : at)
    context.drawImage(picture, place(left - width / 2), place(top - height / 2), width, height)
  }
}

function paintStamp({ width, height, paint }: Stamp, scale: number): MapCanvasElement {
  const picture = createPicture(Math.ceil(width * scale), Math.ceil(height * scale))
  const context = contextOf(picture)
  if (!context) return picture
  context.setTransform(scale, 0, 0, scale, picture.width / 2, picture.height / 2)
  paint(context)
  return picture
}

/** A worker has no document. */
function createPicture(width: number, height: number): MapCanvasElement {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height)
  const picture = document.createElement('canvas')
  picture.width = width
  picture.height = height
  return picture
}
