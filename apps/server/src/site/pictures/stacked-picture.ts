import { PICTURE_FORMATS, type PictureFormat } from '@pitboard/contract/site/picture-formats'
import { COLOURS, frame, MARGIN, teamColour } from './frame.ts'
import { svgText } from './svg-text.ts'

/** A block is a part of a picture that knows its height. */
export interface Block {
  readonly height: number
  draw(box: { readonly left: number; readonly top: number; readonly width: number }): string
}

interface Stacked {
  readonly format: PictureFormat
  readonly note: string
  readonly accent: string | null
  /** These blocks stand at the left of a wide picture, and first in the others. */
  readonly main: readonly Block[]
  readonly side: readonly Block[]
  /** The side takes this share of a wide picture. */
  readonly sideShare?: number
}

const TOP = 64
const FOOT = 104
const GAP = 26
const GAP_MAX = 64
const BETWEEN = 56
const SIDE_SHARE = 0.46

/** Draws blocks below each other, those that have room; a wide picture has two columns. */
export function stackedPicture({ format, note, accent, main, side, ...rest }: Stacked): string {
  const { width, height } = PICTURE_FORMATS[format]
  const room = { top: TOP, bottom: height - FOOT }
  const inner = width - 2 * MARGIN
  const sideWidth = Math.round((inner - BETWEEN) * (rest.sideShare ?? SIDE_SHARE))
  const content =
    format === 'wide'
      ? [
          ...stack(main, { ...room, left: MARGIN, width: inner - BETWEEN - sideWidth }),
          ...stack(side, { ...room, left: width - MARGIN - sideWidth, width: sideWidth }),
        ]
      : stack([...main, ...side], { ...room, left: MARGIN, width: inner })
  return frame(content, { note, accent, format })
}

interface Room {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly bottom: number
}

/** What is left of the height stands between the blocks. */
function stack(blocks: readonly Block[], { left, top, width, bottom }: Room): string[] {
  const fitting: Block[] = []
  let used = 0
  for (const block of blocks) {
    const needed = block.height + (fitting.length > 0 ? GAP : 0)
    if (used + needed > bottom - top) continue
    fitting.push(block)
    used += needed
  }
  const spare = (bottom - top - used) / Math.max(1, fitting.length - 1)
  const gap = GAP + Math.min(GAP_MAX - GAP, spare)
  let y = top
  return fitting.map((block) => {
    const drawn = block.draw({ left, top: Math.round(y), width })
    y += block.height + gap
    return drawn
  })
}

/** The subject stands in large letters below what it is. */
export function titleBlock(kind: string, title: string): Block {
  return {
    height: 140,
    draw: ({ left, top, width }) =>
      [
        svgText(kind.toUpperCase(), {
          x: left,
          y: top + 32,
          size: 32,
          weight: 500,
          fill: COLOURS.muted,
          spacing: 1.5,
          widthMax: width,
        }),
        svgText(title, {
          x: left - 3,
          y: top + 126,
          size: 96,
          fill: COLOURS.text,
          widthMax: width,
        }),
      ].join(''),
  }
}

interface Leader {
  readonly label: string
  readonly name: string
  readonly colour: string
  readonly value: string
}

/** The block says who it is about, on the colour of their team. */
export function leaderBlock({ label, name, colour, value }: Leader): Block {
  return {
    height: 168,
    draw: ({ left, top, width }) =>
      [
        `<rect x="${left}" y="${top}" width="${width}" height="168" rx="8" fill="${COLOURS.raised}"/>`,
        `<rect x="${left}" y="${top}" width="${width}" height="168" rx="8" fill="${teamColour(colour)}" fill-opacity="0.16"/>`,
        `<rect x="${left}" y="${top}" width="14" height="168" rx="4" fill="${teamColour(colour)}"/>`,
        svgText(label.toUpperCase(), {
          x: left + 40,
          y: top + 44,
          size: 28,
          weight: 500,
          fill: COLOURS.gold,
          spacing: 1.5,
          widthMax: width - 60,
        }),
        svgText(name, {
          x: left + 38,
          y: top + 108,
          size: 64,
          fill: COLOURS.text,
          widthMax: width - 60,
        }),
        svgText(value, {
          x: left + 40,
          y: top + 148,
          size: 30,
          weight: 500,
          fill: COLOURS.muted,
          widthMax: width - 60,
        }),
      ].join(''),
  }
}

export interface Fact {
  readonly label: string
  readonly value: string
}

const FACT_HEIGHT = 52
const FACT_GAP = 32

/** Facts stand with their names, one a line in a wide picture and two in the others. */
export function factBlocks(facts: readonly Fact[], format: PictureFormat): Block[] {
  const perLine = format === 'wide' ? 1 : 2
  const lines = Array.from({ length: Math.ceil(facts.length / perLine) }, (_, index) =>
    facts.slice(index * perLine, (index + 1) * perLine),
  )
  return lines.map((line) => ({
    height: FACT_HEIGHT,
    draw({ left, top, width }) {
      const slot = (width - (perLine - 1) * FACT_GAP) / perLine
      return line
        .map((fact, index) =>
          factAt(fact, { left: left + index * (slot + FACT_GAP), top, width: slot }),
        )
        .join('')
    },
  }))
}

/** Writes what the part below is about. */
function labelAt(label: string, { left, top, width }: Parameters<Block['draw']>[0]): string {
  return svgText(label.toUpperCase(), {
    x: left,
    y: top + 16,
    size: 22,
    weight: 500,
    fill: COLOURS.muted,
    spacing: 1.2,
    widthMax: width,
  })
}

function factAt({ label, value }: Fact, { left, top, width }: Parameters<Block['draw']>[0]) {
  return [
    labelAt(label, { left, top, width }),
    svgText(value, { x: left, y: top + 52, size: 34, fill: COLOURS.text, widthMax: width }),
  ].join('')
}

interface ChartLine {
  readonly name: string
  readonly colour: string
  /** The values go from the left to the right; null where nothing is known. */
  readonly values: readonly (number | null)[]
  readonly isMain: boolean
  /** Another line that matters has the colour: this one is dashed. */
  readonly isDashed?: boolean
}

export interface Chart {
  readonly label: string
  readonly lines: readonly ChartLine[]
  /** If it is true, the smallest value is at the top. */
  readonly isFalling: boolean
  readonly height: number
}

const LEGEND = 42

/** The lines have no axes; those that matter have their names below. */
export function chartBlock({ label, lines, isFalling, height }: Chart): Block {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const steps = Math.max(1, ...lines.map((line) => line.values.length - 1))
  return {
    height,
    draw({ left, top, width }) {
      const plot = { top: top + 34, height: height - 34 - LEGEND }
      const x = (index: number) => left + (index / steps) * width
      const y = (value: number) => {
        const share = (value - low) / Math.max(1e-9, high - low)
        return plot.top + (isFalling ? share : 1 - share) * plot.height
      }
      const main = lines.filter(({ isMain }) => isMain)
      const slot = width / Math.max(1, main.length)
      return [
        labelAt(label, { left, top, width }),
        `<rect x="${left}" y="${plot.top}" width="${width}" height="${plot.height}" fill="${COLOURS.panel}"/>`,
        ...[...lines.filter(({ isMain }) => !isMain), ...main].map(
          (line) =>
            `<path d="${pathOf(line.values, x, y)}" fill="none" stroke-linejoin="round" stroke-linecap="round" stroke="${line.isMain ? teamColour(line.colour) : COLOURS.lineStrong}" stroke-width="${line.isMain ? 6 : 2}"${dashOf(line)}/>`,
        ),
        ...main.map((line, index) =>
          [
            `<rect x="${left + index * slot}" y="${top + height - 22}" width="26" height="6" rx="3" fill="${teamColour(line.colour)}"/>`,
            line.isDashed
              ? `<rect x="${left + index * slot + 10}" y="${top + height - 22}" width="6" height="6" fill="${COLOURS.page}"/>`
              : '',
            svgText(line.name, {
              x: left + index * slot + 36,
              y: top + height - 10,
              size: 26,
              fill: COLOURS.text,
              widthMax: slot - 50,
            }),
          ].join(''),
        ),
      ].join('\n')
    },
  }
}

function dashOf({ isDashed = false }: ChartLine): string {
  return isDashed ? ' stroke-dasharray="14 12"' : ''
}

function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isDown = false
  return values
    .map((value, index) => {
      if (value === null) {
        isDown = false
        return ''
      }
      const command = isDown ? 'L' : 'M'
      isDown = true
      return `${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}
