import { fitTrack } from '@pitboard/analysis/track/track-geometry'
import { type ComparisonCard, gapText } from '../pages/comparison-card.ts'
import { formatTime } from '../pages/session-card.ts'
import { COLOURS, frame, MARGIN, teamColour } from './frame.ts'
import { svgText } from './svg-text.ts'
import { trackPicture } from './track-picture.ts'

const WIDTH = 1200 - 2 * MARGIN
/** The column beside the outline of the track. */
const COLUMN = 680
const ROWS_TOP = 244
const ROW_HEIGHT = 70
const GAP = 8
const MAP = { left: 800, top: 110, width: 330, height: 380, padding: 0 }

/** The picture of a comparison as SVG: the laps with their times and the differences to the first. */
export function comparisonPicture({ trackName, outline, laps }: ComparisonCard): string {
  const hasMap = fitTrack(outline, MAP) !== null
  const width = hasMap ? COLUMN : WIDTH
  return frame(
    [
      svgText('LAP COMPARISON', {
        x: MARGIN,
        y: 106,
        size: 34,
        weight: 500,
        fill: COLOURS.muted,
        spacing: 1.5,
        widthMax: width,
      }),
      svgText(trackName, {
        x: MARGIN - 4,
        y: 204,
        size: 104,
        fill: COLOURS.text,
        widthMax: width,
      }),
      ...laps.map((lap, index) => lapRow(lap, index, width)),
      hasMap ? trackPicture(outline, MAP) : '',
    ],
    { note: `${laps.length} laps compared` },
  )
}

function lapRow(
  { name, colour, lapNum, lapTimeMs, gapMs }: ComparisonCard['laps'][number],
  index: number,
  width: number,
): string {
  const top = ROWS_TOP + index * ROW_HEIGHT
  const y = top + 44
  const right = MARGIN + width - 20
  const [fill, gap] =
    index === 0 || gapMs === null
      ? [COLOURS.muted, index === 0 ? 'Reference' : '']
      : [gapMs <= 0 ? COLOURS.good : COLOURS.secondary, gapText(gapMs)]
  return [
    `<rect x="${MARGIN}" y="${top}" width="${width}" height="${ROW_HEIGHT - GAP}" rx="4" fill="${index === 0 ? COLOURS.raised : COLOURS.panel}"/>`,
    `<rect x="${MARGIN + 16}" y="${top + 12}" width="8" height="${ROW_HEIGHT - GAP - 24}" rx="2" fill="${teamColour(colour)}"/>`,
    svgText(name, {
      x: MARGIN + 42,
      y,
      size: 40,
      fill: COLOURS.text,
      widthMax: width - 480,
    }),
    svgText(`L${lapNum}`, {
      x: right - 318,
      y,
      size: 32,
      weight: 500,
      anchor: 'end',
      fill: COLOURS.muted,
    }),
    svgText(lapTimeMs === null ? '–' : formatTime(lapTimeMs), {
      x: right - 150,
      y,
      size: 40,
      anchor: 'end',
      fill: COLOURS.text,
    }),
    svgText(gap, { x: right, y, size: 34, weight: 500, anchor: 'end', fill, widthMax: 136 }),
  ].join('\n')
}
