import { trackName } from '@pitboard/contract/sessions/track-names'

const RACE_MS = 2 * 3_600_000
const LINE_BYTES_MAX = 75

/** The event has a date, and what its season says of its last change. */
export interface CalendarFileEvent {
  readonly id: string
  readonly track: number
  /** It is empty for an event that is named after its track. */
  readonly name: string
  readonly startsAt: Date
  readonly season: {
    readonly id: string
    readonly name: string
    readonly version: number
    readonly updatedAt: Date
  }
}

/** Writes events as iCalendar (RFC 5545). */
export function toCalendarFile(
  name: string,
  events: readonly CalendarFileEvent[],
  publicUrl: string,
): string {
  const host = new URL(publicUrl).hostname
  const entries = events.flatMap(({ id, track, name: ownName, startsAt, season }) => {
    const place = trackName(track)
    return [
      'BEGIN:VEVENT',
      `UID:${id}@${host}`,
      // It is the last change (RFC 5545 §3.8.7.2), so that an unchanged season has an unchanged file.
      `DTSTAMP:${instant(season.updatedAt)}`,
      `SEQUENCE:${season.version}`,
      `DTSTART:${instant(startsAt)}`,
      `DTEND:${instant(new Date(startsAt.getTime() + RACE_MS))}`,
      `SUMMARY:${text(`${season.name}: ${ownName || place}`)}`,
      `LOCATION:${text(place)}`,
      `URL:${publicUrl}/seasons/${season.id}`,
      'END:VEVENT',
    ]
  })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Pitboard//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${text(name)}`,
    ...entries,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function instant(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function text(value: string): string {
  return value.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')
}

/** Folds a line after 75 bytes, between characters. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    const head = parts.length > 0 ? 1 : 0
    if (Buffer.byteLength(part + character) + head > LINE_BYTES_MAX) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
