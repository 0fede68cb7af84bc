import type { PictureFormat } from '@pitboard/contract/site/picture-formats'
import type { Language } from '@pitboard/contract/words/languages'
import { TEXTS } from '../../messages/catalogue.ts'
import type { ReportCard } from '../pages/report-card.ts'
import type { SessionCard } from '../pages/session-card.ts'
import { dateText, driverCountText, lapText, sessionName } from '../pages/session-head.ts'
import { COLOURS, frame, MARGIN } from './frame.ts'
import {
  chartBlock,
  factBlocks,
  leaderBlock,
  stackedPicture,
  titleBlock,
} from './stacked-picture.ts'
import { rowsBlock, standingRows } from './standing-rows.ts'
import { svgText } from './svg-text.ts'
import { trackPicture } from './track-picture.ts'

const COLUMN = 620
const ROWS = 5
const MAP = { left: 760, top: 96, width: 370, height: 390, padding: 0 }

const CHARTS: Readonly<Record<PictureFormat, number>> = { wide: 230, square: 250, story: 560 }
const MOMENTS: Readonly<Record<PictureFormat, number>> = { wide: 2, square: 4, story: 10 }
const PODIUM = 3

interface ReportOptions {
  readonly format: PictureFormat
  readonly language: Language
}

/** Draws a race that somebody has won: the podium, the places over the laps and what decided it. */
export function reportPicture(
  card: SessionCard,
  { winner, words, places }: ReportCard,
  { format, language }: ReportOptions,
): string {
  const { wins, time, moments } = words[language]
  const shown = moments.slice(0, MOMENTS[format]).toSorted((a, b) => a.lap - b.lap)
  const colours = new Set<string>()
  const lines = places.map((line, index) => {
    const isMain = index < PODIUM
    const isDashed = isMain && colours.has(line.colour)
    if (isMain) colours.add(line.colour)
    return { ...line, isMain, isDashed }
  })
  const kind = `${sessionName(card, language)} · ${dateText(card.startedAt, language)}`
  return stackedPicture({
    format,
    note: noteOf(card, language),
    accent: null,
    main: [
      titleBlock(kind, card.trackName),
      leaderBlock({ label: wins, name: winner.name, colour: winner.colour, value: time }),
      rowsBlock(card.rows.slice(1, PODIUM).map((row) => ({ ...row, value: row.time }))),
    ],
    side: [
      chartBlock({
        label: TEXTS[language]('pictures.places'),
        lines,
        isFalling: true,
        height: CHARTS[format],
      }),
      ...factBlocks(shown, format),
    ],
  })
}

/** Draws any other session as SVG: track, kind of session, the first of the order. */
export function sessionPicture(card: SessionCard): string {
  const isLive = card.state === 'live'
  const type = sessionName(card, 'en')
  const line = isLive ? type : `${type} · ${dateText(card.startedAt, 'en')}`
  return frame(
    [
      isLive ? liveTag() : '',
      svgText(line.toUpperCase(), {
        x: isLive ? MARGIN + 112 : MARGIN,
        y: 106,
        size: 34,
        weight: 500,
        fill: COLOURS.muted,
        spacing: 1.5,
        widthMax: COLUMN - (isLive ? 112 : 0),
      }),
      svgText(card.trackName, {
        x: MARGIN - 4,
        y: 208,
        size: 112,
        fill: COLOURS.text,
        widthMax: COLUMN,
      }),
      standingRows(
        card.rows.slice(0, ROWS).map((row) => ({ ...row, value: row.time })),
        { left: MARGIN, top: 250, width: COLUMN },
      ),
      trackPicture(card.outline, MAP),
    ],
    { note: noteOf(card, 'en'), accent: isLive ? COLOURS.primaryFill : null },
  )
}

function noteOf(card: SessionCard, language: Language): string {
  const drivers = driverCountText(card, language)
  if (card.laps === 0) return drivers
  if (card.state === 'live' && card.lap > 0) return lapText(card, language) + drivers
  return `${drivers}, ${TEXTS[language]('counts.lapCount', { count: card.laps })}`
}

function liveTag(): string {
  const box = `<rect x="${MARGIN}" y="74" width="94" height="40" rx="4" fill="${COLOURS.primaryFill}"/>`
  return box + svgText('LIVE', { x: MARGIN + 18, y: 105, size: 32, fill: '#fff', spacing: 2 })
}
