import { END, LEAD, spanOf, START, type Span } from './calendar-dates.ts'

/** Calendars write times and time zones like this, in English and German. */

export interface FoundTime extends Span {
  readonly hours: number
  readonly minutes: number
  /** The zone stands behind it; null where nothing does. */
  readonly zone: FoundZone | null
}

/** The zone is in minutes ahead of UTC, or a name of the time zone database. */
type FoundZone = { readonly offsetMinutes: number } | { readonly timeZone: string }

const HALF = String.raw`([ap])\.?m\.?`
const TIMES = [
  new RegExp(
    String.raw`(?<![\p{L}\d:.])${LEAD}T?(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,3})?)?(?![\d:])(?:\s{0,2}${HALF}${END})?(?:\s{0,2}(?:uhr|h)${END})?`,
    'iu',
  ),
  new RegExp(String.raw`${START}${LEAD}(\d{1,2})(?:\.(\d{2}))?\s{0,2}${HALF}${END}`, 'iu'),
  new RegExp(String.raw`${START}${LEAD}(\d{1,2})\.(\d{2})()\s{0,2}(?:uhr|h)${END}`, 'iu'),
  new RegExp(String.raw`${START}${LEAD}(\d{1,2})()()\s{0,2}uhr${END}`, 'iu'),
  new RegExp(String.raw`${START}${LEAD}(\d{1,2})\s?h(\d{2})?${END}`, 'iu'),
]
const EVENING = /^\s{0,2}(?:abends|nachmittags)(?!\p{L})/iu
const OFFSET = /^\s{0,2}\(?(?:(?:UTC|GMT)\s?)?([+-])(\d{1,2})(?::?(\d{2}))?\)?(?![\d\p{L}])/u
const NAMED_ZONE = /^\s{0,2}\(?([A-Z]{1,4}|utc|gmt|[cm]es?[tz])\)?(?![\p{L}\d/])/u
const DATABASE_ZONE =
  /^\s{0,2}\(?([A-Z][A-Za-z]{1,20}(?:\/[A-Z][A-Za-z_-]{1,30}){1,2})\)?(?![\p{L}\d/])/u
const ZONE_MINUTES: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  EST: -300,
  EDT: -240,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  JST: 540,
  AEST: 600,
  AEDT: 660,
  BRT: -180,
}
/** People in North America write the zones like this, in summer and winter. */
const ZONE_NAMES: Readonly<Record<string, string>> = {
  ET: 'America/New_York',
  PT: 'America/Los_Angeles',
}

/** Finds a time of day, on the clock of 12 or of 24 hours, and the zone right behind it. */
export function findTime(line: string): FoundTime | null {
  for (const pattern of TIMES) {
    const found = pattern.exec(line)
    if (!found) continue
    const at = spanOf(found)
    const evening = EVENING.exec(line.slice(at.to))?.[0].length ?? 0
    const half = found[3]?.toLowerCase() ?? ''
    const [hours, minutes] = [Number(found[1]), Number(found[2] || 0)]
    if (minutes > 59 || (half ? hours < 1 || hours > 12 : hours > 23)) continue
    const zone = zoneAfter(line.slice(at.to + evening))
    return {
      from: at.from,
      to: at.to + evening + (zone?.length ?? 0),
      hours: half || (evening > 0 && hours < 12) ? (hours % 12) + (half === 'a' ? 0 : 12) : hours,
      minutes,
      zone: zone?.zone ?? null,
    }
  }
  return null
}

function zoneAfter(rest: string): { readonly length: number; readonly zone: FoundZone } | null {
  const offset = OFFSET.exec(rest)
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    if (minutes > 14 * 60) return null
    const offsetMinutes = offset[1] === '-' ? -minutes : minutes
    return { length: offset[0].length, zone: { offsetMinutes } }
  }
  const found = DATABASE_ZONE.exec(rest) ?? NAMED_ZONE.exec(rest)
  const zone = found && zoneNamed(found[1] ?? '')
  return zone ? { length: found[0].length, zone } : null
}

function zoneNamed(name: string): FoundZone | null {
  const offsetMinutes = ZONE_MINUTES[name.toUpperCase()]
  if (offsetMinutes !== undefined) return { offsetMinutes }
  const timeZone = ZONE_NAMES[name] ?? name
  return isTimeZone(timeZone) ? { timeZone } : null
}

function isTimeZone(name: string): boolean {
  if (!name.includes('/')) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
