/** The canvas says what is drawn on it, one line for each stroke, fill, text and picture. */
export interface RecordingCanvas {
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  /** Returns what was drawn since it was last taken. */
  take(): string[]
}

const tenths = (number: number) => Math.round(number * 10) / 10 || 0
const place = (...numbers: readonly number[]) => numbers.map(tenths).join(',')

/** Writes the commands of a path with their places in pixels: M moves, L is a line, Q a curve, O a circle, Z closes. */
function createPath(commands: string[] = []) {
  return {
    commands,
    moveTo: (x: number, y: number) => commands.push(`M${place(x, y)}`),
    lineTo: (x: number, y: number) => commands.push(`L${place(x, y)}`),
    quadraticCurveTo: (aboutX: number, aboutY: number, x: number, y: number) =>
      commands.push(`Q${place(aboutX, aboutY, x, y)}`),
    arc: (x: number, y: number, radius: number, from: number, to: number) =>
      commands.push(`O${place(x, y, radius)}${to - from === 2 * Math.PI ? '' : ` ${from}-${to}`}`),
    closePath: () => commands.push('Z'),
  }
}

interface Drawing {
  drawn?: readonly string[]
}

export function createRecordingCanvas(): RecordingCanvas {
  let drawn: string[] = []
  const commands: string[] = []
  const state = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 1,
    lineCap: 'butt',
    lineJoin: 'miter',
    font: '',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    globalAlpha: 1,
  }
  const draw = (...words: readonly (string | number)[]) => drawn.push(words.join(' '))
  const text = (kind: string, colour: string, shown: string, x: number, y: number) =>
    draw(
      `${kind} ${shown}`,
      `${colour} ${state.font} ${state.textAlign} ${state.textBaseline} at ${place(x, y)}`,
    )
  const pen = {
    setTransform: (...parts: readonly number[]) => draw(`transform ${place(...parts)}`),
    clearRect: (...parts: readonly number[]) => draw(`clear ${place(...parts)}`),
    beginPath() {
      commands.length = 0
    },
    stroke(path = { commands }) {
      const look = [state.strokeStyle, tenths(state.lineWidth), state.lineCap]
      draw('stroke', ...look, path.commands.join(''))
    },
    fill: () => draw('fill', state.fillStyle, commands.join('')),
    fillText: (shown: string, x: number, y: number) => text('text', state.fillStyle, shown, x, y),
    strokeText: (shown: string, x: number, y: number) =>
      text(`outline ${tenths(state.lineWidth)} ${state.lineJoin}`, state.strokeStyle, shown, x, y),
    drawImage(picture: Drawing, ...parts: readonly number[]) {
      const alpha = state.globalAlpha === 1 ? '' : ` alpha ${state.globalAlpha}`
      draw(`picture ${place(...parts)}${alpha}:`, (picture.drawn ?? []).join('; '))
    },
  }
  const path = createPath(commands)
  const context: CanvasRenderingContext2D = Object.assign(Object.create(null), state, path, pen)
  // The state is read where it is set.
  const recorded: CanvasRenderingContext2D = new Proxy(context, {
    set: (target, name, value) =>
      Reflect.set(state, name, value) && Reflect.set(target, name, value),
  })
  const canvas: HTMLCanvasElement = Object.assign(Object.create(null), {
    width: 0,
    height: 0,
    addEventListener() {},
    removeEventListener() {},
    getContext: () => recorded,
  })
  Object.defineProperty(canvas, 'drawn', { get: () => drawn })
  return {
    canvas,
    context: recorded,
    take() {
      const taken = drawn
      drawn = []
      return taken
    },
  }
}

/** This takes the place of `Path2D`. */
export function RecordedPath() {
  return createPath()
}
