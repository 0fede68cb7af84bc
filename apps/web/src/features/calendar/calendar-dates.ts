/** Calendars write days in these ways, in English and German. */

export interface Span {
  readonly from: number
  readonly to: number
}

/** `both` stands for 3/4/2026, which is one of two days until somebody says what comes first. */
export interface FoundDay extends Span {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly order: 'certain' | 'dayFirst' | 'monthFirst' | 'both'
}

const MONTHS = [
  'january januar jan jänner',
  'february februar feb',
  'march märz mar mär mrz',
  'april apr',
  'may mai',
  'june juni jun',
  'july juli jul',
  'august aug',
  'september sept sep',
  'october oktober oct okt',
  'november nov',
  'december dezember dec dez',
].map((names) => names.split(' '))
const MONTH = `(${MONTHS.flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|')})`
const DAYS = [
  'sunday sonntag sun',
  'monday montag mon',
  'tuesday dienstag tues tue',
  'wednesday mittwoch wed',
  'thursday donnerstag thurs thur thu',
  'friday freitag fri',
  'saturday samstag sonnabend sat',
].map((names) => names.split(' '))
/** These are too short to be looked for anywhere except right before a date. */
const SHORT_DAYS = ['so', 'mo', 'di', 'mi', 'do', 'fr', 'sa']
/** The patterns repeat within bounds only: a line is read in time that grows with its length. */
export const START = String.raw`(?<![\p{L}\d])`
export const END = String.raw`(?![\p{L}\d])`
/** These words lead to a date or a time and say nothing themselves. */
export const LEAD = String.raw`(?:(?:on|at|am|um|ab|den|from)\s{1,3}|@\s{0,3})?`

const ISO = new RegExp(
  String.raw`${START}(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[^\d])(?:T(?=\d))?`,
  'iu',
)
const NUMBERS = new RegExp(
  String.raw`${START}${LEAD}(\d{1,2})([./-])\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})(?![\d:])`,
  'iu',
)
const DAY_FIRST = new RegExp(
  String.raw`${START}${LEAD}(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]{0,3}(?:of\s)?${MONTH}\.?,?[\s-]{0,3}(\d{4})${END}`,
  'iu',
)
const MONTH_FIRST = new RegExp(
  String.raw`${START}${LEAD}${MONTH}\.?\s{0,3}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(\d{4})${END}`,
  'iu',
)
const YEARS = { first: 1951, last: 2199 }

export function findDay(line: string): FoundDay | null {
  const iso = ISO.exec(line)
  if (iso) return dayOf(iso, Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const first = DAY_FIRST.exec(line)
  if (first) return dayOf(first, Number(first[3]), monthOf(first[2]), Number(first[1]))
  const month = MONTH_FIRST.exec(line)
  if (month) return dayOf(month, Number(month[3]), monthOf(month[1]), Number(month[2]))
  const numbers = NUMBERS.exec(line)
  return numbers && dayOfNumbers(numbers)
}

/** Dots are European; with slashes and dashes either number may be the day. */
function dayOfNumbers(found: RegExpExecArray): FoundDay | null {
  const [one, two] = [Number(found[1]), Number(found[3])]
  const year = Number(found[4]) + (found[4]?.length === 2 ? 2000 : 0)
  if (found[2] === '.' || one === two) return dayOf(found, year, two, one)
  if (one > 12) return dayOf(found, year, two, one, 'dayFirst')
  if (two > 12) return dayOf(found, year, one, two, 'monthFirst')
  return dayOf(found, year, two, one, 'both')
}

/** Returns null for a day that there is not, such as 31 February. */
function dayOf(
  found: RegExpExecArray,
  year: number,
  month: number,
  day: number,
  order: FoundDay['order'] = 'certain',
): FoundDay | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  if (year < YEARS.first || year > YEARS.last) return null
  return { ...spanOf(found), year, month, day, order }
}

function monthOf(name = ''): number {
  return MONTHS.findIndex((names) => names.includes(name.toLowerCase())) + 1
}

interface FoundWeekday extends Span {
  /** Sunday is 0. */
  readonly weekday: number
}

/** Two letters count only right before or behind a date. */
export function findWeekday(line: string, day: Span | null): FoundWeekday | null {
  const words = line.matchAll(/(?<![\p{L}\d])(?:(?:on|am)\s{1,3})?\p{L}{2,10}(?![\p{L}\d])\.?,?/giu)
  for (const match of words) {
    const word = /\p{L}+(?=[.,]*$)/u.exec(match[0])?.[0].toLowerCase() ?? ''
    const at = { from: match.index, to: match.index + match[0].length }
    const known = DAYS.findIndex((names) => names.includes(word))
    if (known !== -1) return { ...at, weekday: known }
    const short = SHORT_DAYS.indexOf(word)
    if (short !== -1 && day && isBeside(line, at, day)) return { ...at, weekday: short }
  }
  return null
}

function isBeside(line: string, one: Span, other: Span): boolean {
  const [first, second] = one.from < other.from ? [one, other] : [other, one]
  return /^[\s,(]{0,3}$/.test(line.slice(first.to, second.from))
}

export function weekdayOf({ year, month, day }: FoundDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** Returns whether words belong to a date or a time: what is left of one is never a name. */
export function isOfTime(words: string): boolean {
  const parts = words.toLowerCase().split(/[^\p{L}]+/u)
  return parts.some((word) => OF_TIME.has(word)) || SHORT_DAYS.includes(parts.join(''))
}

const OF_TIME = new Set([
  ...MONTHS.flat().filter((word) => word.length > 2),
  ...DAYS.flat(),
  ...'pm uhr utc gmt cet cest mez mesz bst est edt pst pdt noon midnight mittag mitternacht'.split(
    ' ',
  ),
  ...'tba tbd tbc abends nachmittags morgens früh vormittags nachts'.split(' '),
])

export function spanOf(found: RegExpExecArray): Span {
  return { from: found.index, to: found.index + found[0].length }
}
