import type { TrackPainter } from './paint-track.ts'

/** Paints the track onto a canvas of its own, and again only when it looks different. */
export function retainTrack({ paint, laneShifts }: TrackPainter): TrackPainter {
  const layer = document.createElement('canvas')
  const layerContext = layer.getContext('2d')
  let painted: readonly unknown[] = []
  const paintRetained: TrackPainter['paint'] = (canvas, session) => {
    const { context, fit, width, height, view, scale, unit } = canvas
    const { trackLength, pitLane, sectorStarts, flaggedZones, safetyCarStatus } = session
    const shown = [
      ...[fit, width, height, view.zoom, view.left, view.top, scale, unit, document.fonts.status],
      ...[trackLength, pitLane, sectorStarts, flaggedZones, safetyCarStatus],
    ]
    if (!layerContext) return
    if (shown.some((part, index) => part !== painted[index])) {
      painted = shown
      // A new size empties the canvas as well.
      layer.width = context.canvas.width
      layer.height = context.canvas.height
      paint({ ...canvas, context: layerContext }, session)
    }
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(layer, 0, 0)
    context.setTransform(scale, 0, 0, scale, 0, 0)
  }
  return { paint: paintRetained, laneShifts }
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
