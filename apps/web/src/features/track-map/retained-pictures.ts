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
        ...[fit, width, height, view.zoom, view.left, view.top, scale, unit, document.fonts.status],
        ...[trackLength, pitLane, sectorStarts, flaggedZones, safetyCarStatus],
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

interface DotLook {
  readonly radius: number
  readonly colour: string
  readonly lineWidth: number
  readonly outline: string
  /** Pixels of the screen for a pixel of the page. */
  readonly scale: number
}

/** Paints the dots of cars from pictures of them: a path costs several times as much in each frame. */
export function createDotPainter() {
  const pictures = new Map<string, HTMLCanvasElement>()
  let paintedScale = 0

  return (
    context: CanvasRenderingContext2D,
    [left, top]: readonly [number, number],
    look: DotLook,
  ): void => {
    const { radius, colour, lineWidth, outline, scale } = look
    if (scale !== paintedScale) pictures.clear()
    paintedScale = scale
    const key = `${radius} ${colour} ${lineWidth} ${outline}`
    const picture = pictures.get(key) ?? paintDot(look)
    pictures.set(key, picture)
    const size = picture.width / scale
    context.drawImage(picture, left - size / 2, top - size / 2, size, size)
  }
}

function paintDot({ radius, colour, lineWidth, outline, scale }: DotLook): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  const size = Math.ceil((2 * radius + lineWidth + 2) * scale)
  picture.width = size
  picture.height = size
  const context = picture.getContext('2d')
  if (!context) return picture
  context.beginPath()
  context.arc(size / 2, size / 2, radius * scale, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
  context.lineWidth = lineWidth * scale
  context.strokeStyle = outline
  context.stroke()
  return picture
}

interface LabelLook {
  /** The height of its letters and the width of its outline. */
  readonly unit: number
  /** Pixels of the screen for a pixel of the page. */
  readonly scale: number
  readonly fontFamily: string
  readonly colour: string
  readonly outline: string
}

const WIDTH = 44
const HEIGHT = 20

/** Paints labels from pictures of them: an outlined text costs more than a car in each frame. */
export function createLabelPainter() {
  let pictures = new Map<string, HTMLCanvasElement>()
  let paintedLook = ''

  return (
    context: CanvasRenderingContext2D,
    text: string,
    [left, top]: readonly [number, number],
    look: LabelLook,
  ): void => {
    const { unit, scale } = look
    const shownLook = `${unit} ${scale} ${look.colour} ${look.outline} ${document.fonts.status}`
    if (shownLook !== paintedLook) {
      paintedLook = shownLook
      pictures = new Map()
    }
    const picture = pictures.get(text) ?? paintLabel(text, look)
    pictures.set(text, picture)
    // On whole pixels: between them the letters are blurred.
    const snap = (at: number) => Math.round(at * scale) / scale
    const [width, height] = [picture.width / scale, picture.height / scale]
    context.drawImage(picture, snap(left - width / 2), snap(top - height / 2), width, height)
  }
}

function paintLabel(text: string, { unit, scale, fontFamily, colour, outline }: LabelLook) {
  const picture = document.createElement('canvas')
  picture.width = Math.ceil(WIDTH * unit * scale)
  picture.height = Math.ceil(HEIGHT * unit * scale)
  const context = picture.getContext('2d')
  if (!context) return picture
  context.font = `600 ${13 * unit * scale}px ${fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3 * unit * scale
  context.strokeStyle = outline
  context.fillStyle = colour
  context.strokeText(text, picture.width / 2, picture.height / 2)
  context.fillText(text, picture.width / 2, picture.height / 2)
  return picture
}
