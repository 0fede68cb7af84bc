import type { SessionCard } from '../pages/session-card.ts'
import {
  countText,
  dateText,
  driverCountText,
  lapText,
  sessionName,
} from '../pages/session-head.ts'
import { COLOURS, frame, MARGIN } from './frame.ts'
import { standingRows } from './standing-rows.ts'
import { svgText } from './svg-text.ts'
import { trackPicture } from './track-picture.ts'

const COLUMN = 620
const ROWS = 5
const MAP = { left: 760, top: 96, width: 370, height: 390, padding: 0 }

/** The picture of a session's page as SVG: track, kind of session, the first of the order. */
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
    { note: noteOf(card), accent: isLive ? COLOURS.primaryFill : null },
  )
}

function noteOf(card: SessionCard): string {
  const drivers = driverCountText(card, 'en')
  if (card.laps === 0) return drivers
  if (card.state === 'live' && card.lap > 0) return lapText(card, 'en') + drivers
  return `${drivers}, ${countText(card.laps, 'lap')}`
}

function liveTag(): string {
  const box = `<rect x="${MARGIN}" y="74" width="94" height="40" rx="4" fill="${COLOURS.primaryFill}"/>`
  return box + svgText('LIVE', { x: MARGIN + 18, y: 105, size: 32, fill: '#fff', spacing: 2 })
}
