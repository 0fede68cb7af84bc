import type { PictureFormat } from '@pitboard/contract/site/picture-formats'
import type { Language } from '@pitboard/contract/words/languages'
import { TEXTS } from '../../messages/catalogue.ts'
import { type ComparisonCard, gapText } from '../pages/comparison-card.ts'
import { formatTime } from '../pages/format-time.ts'
import { COLOURS, teamColour } from './frame.ts'
import { stackedPicture, titleBlock } from './stacked-picture.ts'
import { svgText } from './svg-text.ts'
import { trackBlocks } from './track-picture.ts'

const ROW_HEIGHT = 70
const GAP = 8
const SIDE_SHARE = 0.32
const MAPS: Readonly<Record<PictureFormat, number>> = { wide: 400, square: 380, story: 900 }

interface ComparisonOptions {
  readonly format: PictureFormat
  readonly language: Language
}

/** Draws a comparison as SVG: the laps with their times and the differences to the first. */
export function comparisonPicture(
  { trackName, outline, laps }: ComparisonCard,
  { format, language }: ComparisonOptions,
): string {
  const t = TEXTS[language]
  const map = trackBlocks(outline, MAPS[format])
  return stackedPicture({
    format,
    note: t('pictures.comparedLaps', { count: laps.length }),
    accent: null,
    sideShare: map.length === 0 ? 0 : SIDE_SHARE,
    main: [
      titleBlock(t('comparisons.pictureTitle'), trackName),
      {
        height: laps.length * ROW_HEIGHT - GAP,
        draw: ({ left, top, width }) =>
          laps
            .map((lap, index) => {
              const box = { left, top: top + index * ROW_HEIGHT, width }
              return lapRow(lap, {
                isReference: index === 0,
                reference: t('comparisons.reference'),
                ...box,
              })
            })
            .join('\n'),
      },
    ],
    side: map,
  })
}

interface RowBox {
  readonly isReference: boolean
  readonly reference: string
  readonly left: number
  readonly top: number
  readonly width: number
}

function lapRow(
  { name, colour, lapNum, lapTimeMs, gapMs }: ComparisonCard['laps'][number],
  { isReference, reference, left, top, width }: RowBox,
): string {
  const y = top + 44
  const right = left + width - 20
  const [fill, gap] =
    isReference || gapMs === null
      ? [COLOURS.muted, isReference ? reference : '']
      : [gapMs <= 0 ? COLOURS.good : COLOURS.secondary, gapText(gapMs)]
  return [
    `<rect x="${left}" y="${top}" width="${width}" height="${ROW_HEIGHT - GAP}" rx="4" fill="${isReference ? COLOURS.raised : COLOURS.panel}"/>`,
    `<rect x="${left + 16}" y="${top + 12}" width="8" height="${ROW_HEIGHT - GAP - 24}" rx="2" fill="${teamColour(colour)}"/>`,
    svgText(name, {
      x: left + 42,
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
