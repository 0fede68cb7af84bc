import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { fitTrack } from '@pitboard/contract/sessions/track-geometry'
import type { CardRow, SessionCard } from '../pages/session-card.ts'
import { dateText, driverCountText, lapText, sessionName } from '../pages/session-head.ts'
import { COLOURS, frame, MARGIN, teamColour } from './frame.ts'
import { svgText } from './svg-text.ts'

const COLUMN = 620
const ROW_HEIGHT = 54
const MAP = { left: 760, top: 96, width: 370, height: 390, padding: 0 }

/** The picture of a session's page as SVG: track, kind of session, the first of the order. */
export function sessionPicture(card: SessionCard): string {
  const isLive = card.state === 'live'
  const type = sessionName(card, 'en')
  const line = isLive ? type : `${type} · ${dateText(card.startedAt, 'en')}`
  const rows = card.rows.slice(0, isLive ? 5 : isRaceType(card.sessionType) ? 3 : 5)
  const rowsTop = 250 + (5 - rows.length) * 10
  return frame(
    [
      isLive ? liveTag() : '',
      svgText(line.toUpperCase(), {
        ...{ x: isLive ? MARGIN + 112 : MARGIN, y: 106, size: 34, weight: 500 },
        ...{ fill: COLOURS.secondary, spacing: 1.5, widthMax: COLUMN - (isLive ? 112 : 0) },
      }),
      svgText(card.trackName, {
        ...{ x: MARGIN - 4, y: 208, size: 112, fill: COLOURS.text, widthMax: COLUMN },
      }),
      ...rows.map((row, index) => rowOf(row, rowsTop + index * ROW_HEIGHT)),
      map(card),
    ],
    isLive && card.laps > 0 && card.lap > 0
      ? lapText(card, 'en') + driverCountText(card, 'en')
      : card.laps > 0
        ? `${driverCountText(card, 'en')}, ${card.laps} lap${card.laps === 1 ? '' : 's'}`
        : driverCountText(card, 'en'),
  )
}

function liveTag(): string {
  const box = `<rect x="${MARGIN}" y="74" width="94" height="40" rx="4" fill="${COLOURS.primaryFill}"/>`
  return box + svgText('LIVE', { x: MARGIN + 18, y: 105, size: 32, fill: '#fff', spacing: 2 })
}

function rowOf({ place, name, colour, time }: CardRow, top: number): string {
  const y = top + 38
  const first = place === 1
  return [
    `<rect x="${MARGIN}" y="${top}" width="${COLUMN}" height="${ROW_HEIGHT - 6}" rx="4" fill="${first ? COLOURS.raised : COLOURS.panel}"/>`,
    svgText(String(place), {
      ...{ x: MARGIN + 46, y, size: 36, anchor: 'end' },
      fill: first ? COLOURS.secondary : COLOURS.muted,
    }),
    `<rect x="${MARGIN + 62}" y="${top + 9}" width="6" height="${ROW_HEIGHT - 24}" rx="2" fill="${teamColour(colour)}"/>`,
    svgText(name, { x: MARGIN + 84, y, size: 36, fill: COLOURS.text, widthMax: 370 }),
    svgText(time, {
      ...{ x: MARGIN + COLUMN - 18, y, size: 34, weight: 500, anchor: 'end' },
      ...{ fill: first ? COLOURS.text : COLOURS.muted, widthMax: 180 },
    }),
  ].join('\n')
}

function map({ outline }: SessionCard): string {
  const track = fitTrack(outline, MAP)
  if (!track) return ''
  const stroke = (colour: string, width: number) =>
    `<path d="${track.path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`
  const dot = track.line
    ? `<circle cx="${track.line.left.toFixed(1)}" cy="${track.line.top.toFixed(1)}" r="11" fill="${COLOURS.primary}" stroke="${COLOURS.page}" stroke-width="5"/>`
    : ''
  return `<g transform="translate(${MAP.left} ${MAP.top})">${stroke(COLOURS.line, 18)}${stroke(COLOURS.text, 6)}${dot}</g>`
}
