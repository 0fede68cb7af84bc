import type { EventCreate } from '@pitboard/contract/season'
import { allTracks } from '@pitboard/contract/track-names'
import { instantOf } from './time-zones.ts'

export interface CalendarLine {
  readonly line: string
  /** Null where no track was found. */
  readonly event: EventCreate | null
}

const ISO_DATE = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/
const EUROPEAN_DATE = /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/
const TIME = /\b(\d{1,2}):(\d{2})\b/
/** What separates the columns of a table that was copied. */
const SEPARATORS = /[\t;|]+|,(?=\s|$)|\s{2,}/

/**
 * An event a line, as calendars are written: a track, and if there are any a date (`2026-03-08` or
 * `8.3.2026`), a time of the zone and a name, in any order.
 */
export function parseCalendar(typed: string, timeZone: string): CalendarLine[] {
  return typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ line, event: parseLine(line, timeZone) }))
}

function parseLine(line: string, timeZone: string): EventCreate | null {
  const time = TIME.exec(line)
  const day = dayOf(line)
  const startsAt = day && instantOf(`${day}T${time ? clock(time) : '00:00'}`, timeZone)
  const words = line.replace(ISO_DATE, '\t').replace(EUROPEAN_DATE, '\t').replace(TIME, '\t')
  const found = findTrack(words)
  if (!found) return null
  const rest = words
    .split(SEPARATORS)
    .map((part) => part.replace(/^[\s#.–-]*\d*[\s.):–-]+|(?<![\s–-])[\s–-]+$/g, '').trim())
    .filter((part) => part !== '' && !/^\d+$/.test(part) && !sameWords(part, found.word))
  return {
    track: found.trackId,
    name: rest.join(' ').slice(0, 80),
    startsAt: startsAt ?? null,
  }
}

function dayOf(line: string): string | null {
  const iso = ISO_DATE.exec(line)
  if (iso) return [iso[1], two(iso[2]), two(iso[3])].join('-')
  const european = EUROPEAN_DATE.exec(line)
  return european && [european[3], two(european[2]), two(european[1])].join('-')
}

function clock([, hours, minutes]: RegExpExecArray): string {
  return `${two(hours)}:${minutes}`
}

function two(digits = ''): string {
  return digits.padStart(2, '0')
}

/** The longest name that stands in the line: "Sakhir Short" before "Sakhir". */
function findTrack(words: string): { readonly trackId: number; readonly word: string } | null {
  const text = fold(words)
  const candidates = allTracks().flatMap(({ trackId, name }) => {
    const [short = name, beside] = name.split(/ \(|\)/)
    const spoken = [name, ...(name.includes('(Reverse)') ? [] : [short, beside ?? ''])]
    return spoken.filter((word) => word !== '').map((word) => ({ trackId, word }))
  })
  const known = [...candidates, ...OTHER_NAMES.map(([word, trackId]) => ({ trackId, word }))]
  const found = known
    .filter(({ word }) => new RegExp(`(^|[^a-z])${escape(fold(word))}([^a-z]|$)`).test(text))
    .toSorted((a, b) => b.word.length - a.word.length)
  return found[0] ?? null
}

/** As races and places are called where the track is called otherwise. */
const OTHER_NAMES: readonly (readonly [string, number])[] = [
  ['australia', 0],
  ['france', 1],
  ['china', 2],
  ['barcelona', 4],
  ['canada', 6],
  ['great britain', 7],
  ['hungary', 9],
  ['budapest', 9],
  ['belgium', 10],
  ['spa-francorchamps', 10],
  ['italy', 11],
  ['japan', 13],
  ['yas marina', 14],
  ['austin', 15],
  ['cota', 15],
  ['united states', 15],
  ['usa', 15],
  ['interlagos', 16],
  ['sao paulo', 16],
  ['red bull ring', 17],
  ['spielberg', 17],
  ['mexico city', 19],
  ['netherlands', 26],
  ['emilia-romagna', 27],
  ['portugal', 28],
  ['saudi arabia', 29],
  ['vegas', 31],
  ['qatar', 32],
  ['lusail', 32],
]

function sameWords(a: string, b: string): boolean {
  return fold(a) === fold(b)
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
