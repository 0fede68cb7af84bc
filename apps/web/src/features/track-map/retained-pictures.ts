import type { TrackCanvas, TrackPainter } from './paint-track.ts'

interface RetainedTrack extends Pick<TrackPainter, 'laneShifts'> {
  readonly paint: (
    place: Omit<TrackCanvas, 'context'>,
    session: Parameters<TrackPainter['paint']>[1],
  ) => void
}

/** Paints the track onto a canvas of its own, and again only when it looks different. */
export function retainTrack(
  canvas: HTMLCanvasElement,
  { paint, laneShifts }: TrackPainter,
): RetainedTrack {
  const context = canvas.getContext('2d')
  let painted: readonly unknown[] = []
  return {
    laneShifts,
    paint(place, session) {
      const { fit, width, height, view, scale, unit } = place
      const { trackLength, pitLane, sectorStarts, flaggedZones, safetyCarStatus } = session
      const shown = [
        fit,
        width,
        height,
        view.zoom,
        view.left,
        view.top,
        scale,
        unit,
        document.fonts.status,
        trackLength,
        pitLane,
        sectorStarts,
        flaggedZones,
        safetyCarStatus,
      ]
      if (!context || shown.every((part, index) => part === painted[index])) return
      painted = shown
      resizeCanvas(canvas, place)
      context.setTransform(scale, 0, 0, scale, 0, 0)
      context.clearRect(0, 0, width, height)
      paint({ ...place, context }, session)
    },
  }
}

/** A pixel of the canvas is a pixel of the screen. */
export function resizeCanvas(
  canvas: HTMLCanvasElement,
  { width, height }: Pick<TrackCanvas, 'width' | 'height'>,
): number {
  const scale = window.devicePixelRatio
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)]
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight
  return scale
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
  readonly paint: (context: CanvasRenderingContext2D) => void
}

/** Paints from pictures: a path or an outlined text costs several times as much in each frame. */
export function createStamps() {
  const pictures = new Map<string, HTMLCanvasElement>()

  return (
    context: CanvasRenderingContext2D,
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

function paintStamp({ width, height, paint }: Stamp, scale: number): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  picture.width = Math.ceil(width * scale)
  picture.height = Math.ceil(height * scale)
  const context = picture.getContext('2d')
  if (!context) return picture
  context.setTransform(scale, 0, 0, scale, picture.width / 2, picture.height / 2)
  paint(context)
  return picture
}
