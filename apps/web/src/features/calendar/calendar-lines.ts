import { readMoment } from './read-moment.ts'
import { findTrack } from './calendar-tracks.ts'

const LINE_MAX = 300
/** No calendar has more lines, with several for each event. */
const JOINED_MAX = 500
/** Spreadsheets write a cell in quotation marks if it contains a separator. */
const QUOTED_CELL = /(?:^|[\t;,|])\s{0,2}"/
const BASIC_ISO = /(?<!\d)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:\d\d)?(?!\d)/g
/** The season page prints these texts, in both languages. */
const NO_DATE = /^(?:no date yet|noch ohne datum)$/i
const HEADING_WORDS = new Set(
  `round rd no nr number runde lauf date day datum tag weekday wochentag time start starts begin
  begins uhrzeit zeit beginn track circuit strecke kurs country land place ort event race rennen name
  zone timezone zeitzone session`.split(/\s+/),
)

/** Returns one text for each event: a line, or the lines that a copy of this site's calendar has for one. */
export function splitLines(typed: string): string[] {
  const lines = typed.split('\n').filter((line) => /\S/.test(line))
  const read = lines
    .slice(0, JOINED_MAX)
    .map((line) => separateCells(line.trim().slice(0, LINE_MAX)).trim())
    .filter((line) => line !== '')
  return [...joinLines(read), ...lines.slice(JOINED_MAX)]
}

/** Returns whether the line names the columns of a table. */
export function isHeading(line: string): boolean {
  const words = line
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  return words.length > 1 && words.every((word) => HEADING_WORDS.has(word))
}

/** A quoted cell may contain separators: tabs separate the cells of its line. */
function separateCells(line: string): string {
  const extended = line.replaceAll(BASIC_ISO, '$1-$2-$3T$4:$5')
  if (!QUOTED_CELL.test(extended)) return extended
  return extended
    .replaceAll('""', '”')
    .split('"')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[;,|]/g, '\t') : part))
    .join('')
}

/** This site's own calendar has the round, the track and the date below each other. */
function joinLines(lines: readonly string[]): string[] {
  const joined: string[] = []
  let number = ''
  for (const line of lines) {
    const last = joined.at(-1)
    if (/^\d{1,3}$/.test(line)) {
      number = `${line}\t`
    } else if (NO_DATE.test(line) && last !== undefined) {
      continue
    } else if (number === '' && last !== undefined && continues(last, line)) {
      joined[joined.length - 1] = `${last}\t${line}`
    } else {
      joined.push(number + line)
      number = ''
    }
  }
  return joined
}

/** Returns whether the line is a date, a time or both, and nothing else, behind a track that has none yet. */
function continues(last: string, line: string): boolean {
  const { day, time, rest } = readMoment(line)
  if ((!day && !time) || /[\p{L}\d]/u.test(rest) || findTrack(last) === null) return false
  const before = readMoment(last)
  return day ? before.day === null : before.time === null
}
