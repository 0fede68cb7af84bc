import { itemAt } from '@pitboard/contract/wire/item-at'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { Text, PlainKey } from '../messages/create-text.ts'
import { formatDateTime } from '../timing/format-date.ts'
import { formatLapTime } from '../timing/format-lap-time.ts'
import {
  EVENT_FIELDS,
  EVENT_SESSION_FIELDS,
  LEAGUE_FIELDS,
  PRESET_LABELS,
  SEASON_FIELDS,
} from './edited-fields.ts'

/** The fields are called this where they are edited. */
const LABELS: Readonly<Record<string, PlainKey>> = {
  ...labelsOf(EVENT_FIELDS),
  ...labelsOf(EVENT_SESSION_FIELDS),
  ...labelsOf(LEAGUE_FIELDS),
  ...labelsOf(SEASON_FIELDS),
  preset: 'organiser.pointsSystem',
  race: 'organiser.racePoints',
  sprint: 'organiser.sprintPoints',
  qualifying: 'organiser.qualifyingPoints',
  sprintQualifying: 'organiser.sprintQualifyingPoints',
  factor: 'organiser.factor',
  'points.factor': 'organiser.factor',
  'points.race': 'organiser.racePoints',
  'points.sprint': 'organiser.sprintPoints',
  'points.qualifying': 'organiser.qualifyingPoints',
  'points.sprintQualifying': 'organiser.sprintQualifyingPoints',
  pole: 'organiser.polePoints',
  cleanRace: 'organiser.cleanRacePoints',
  placesGained: 'organiser.placesGainedPoints',
  participation: 'organiser.participationPoints',
  driverOfTheDay: 'organiser.driverOfTheDayPoints',
  'driverVote.hours': 'organiser.driverVoteHours',
  'driverVote.voters': 'organiser.driverVoters',
  keepDisqualified: 'organiser.keepDisqualified',
  minimumStarts: 'organiser.minimumStarts',
  fastestLap: 'organiser.fastestLapPoints',
  'fastestLap.points': 'organiser.fastestLapPoints',
  'fastestLap.withinPosition': 'organiser.fastestLapWithin',
  'fastestLap.shared': 'organiser.fastestLapShared',
  'fastestLap.inSprints': 'organiser.fastestLapInSprints',
  'fastestLap.minimumDistanceShare': 'organiser.minimumDistance',
  minimumDistanceShare: 'organiser.minimumDistance',
  onlyClassified: 'organiser.onlyClassified',
  shortenedRaces: 'organiser.shortened',
  dropWorst: 'organiser.dropWorst',
  countBest: 'organiser.countBest',
  'teams.carsPerSession': 'organiser.teamCars',
  'teams.dropWorst': 'organiser.dropWorst',
  'teams.countBest': 'organiser.countBest',
  opensAt: 'participation.opens',
  closesAt: 'participation.closes',
  needsApproval: 'participation.approval',
  capacity: 'participation.capacity',
  tiers: 'participation.tiers',
  questions: 'participation.questions',
  note: 'participation.note',
  deadlineHours: 'participation.deadlineHours',
  reporters: 'organiser.reporters',
  reportHours: 'organiser.hoursToReport',
  responseHours: 'organiser.hoursToRespond',
  appealHours: 'organiser.hoursToAppeal',
  reportsMax: 'organiser.reportsPerEvent',
  licenceDays: 'organiser.licenceDays',
  licenceScope: 'organiser.licenceScope',
  thresholds: 'organiser.thresholds',
  reprimandCount: 'organiser.reprimandCount',
  reprimandPlaces: 'organiser.reprimandPlaces',
  // These fields belong to a result entered by hand.
  team: 'organiser.team',
  finishingPosition: 'season.placeLabel',
  numberOfLaps: 'organiser.lapsDriven',
  startingPosition: 'organiser.grid',
  totalRaceTime: 'organiser.timeOrGap',
  bestLapTimeMs: 'organiser.bestLap',
  totalPenaltiesSeconds: 'organiser.penaltySeconds',
  resultStatus: 'organiser.resultStatus',
  trackId: 'organiser.track',
  sessionType: 'organiser.sessionType',
  sessionStartTime: 'organiser.drivenAtShort',
}

function labelsOf(table: Readonly<Record<string, { readonly label: PlainKey }>>) {
  return Object.fromEntries(Object.entries(table).map(([name, { label }]) => [name, label]))
}

const WORDS: Readonly<Record<string, PlainKey>> = {
  race: 'organiser.racePoints',
  sprint: 'organiser.sprintPoints',
  qualifying: 'organiser.qualifyingPoints',
  sprintQualifying: 'organiser.sprintQualifyingPoints',
  practice: 'season.practice',
  split: 'organiser.sharedSplit',
  all: 'organiser.sharedAll',
  first: 'organiser.sharedFirst',
}

const REPORTERS: Readonly<Record<string, PlainKey>> = {
  drivers: 'organiser.byDrivers',
  users: 'organiser.byUsers',
  nobody: 'organiser.byNobody',
}

const LICENCE_SCOPES: Readonly<Record<string, PlainKey>> = {
  league: 'organiser.licenceOfLeague',
  season: 'organiser.licenceOfSeason',
}

/** These fields have words of their own, because another field may have the same value. */
const OWN_WORDS: Readonly<Record<string, typeof WORDS>> = {
  reporters: REPORTERS,
  licenceScope: LICENCE_SCOPES,
}

/** These fields hold a time in milliseconds. */
const TIMES = new Set(['totalRaceTime', 'bestLapTimeMs'])
const FACTORS = new Set(['pointsFactor', 'points.factor', 'factor'])
/** No reader knows these code numbers, so the message names the field only. */
const CODES = new Set(['resultStatus', 'sessionType'])
/** One line of the history lists this many names. */
const POINTS_SHOWN = 20
/** This share is entered in percent. */
const SHARES = /(^|\.)minimumDistanceShare$/

interface BeforeAfter {
  readonly before?: unknown
  readonly after?: unknown
}

export function isBeforeAfter(value: unknown): value is BeforeAfter {
  return isRecord(value) && ('before' in value || 'after' in value)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns "Public: no → yes" for each field that has a value before and after. A points system is compared field by
 * field, driver names car by car.
 */
export function changedFields(name: string, { before, after }: BeforeAfter, t: Text): string[] {
  if (name === 'driverNames' && Array.isArray(before ?? []) && Array.isArray(after)) {
    return changedNames(Array.isArray(before) ? before : [], after, t)
  }
  if (name === 'startingPoints') return changedPoints(before, after, t)
  const known = isRecord(before) ? before : {}
  if (isRecord(after)) {
    if (name === 'pointsSystem' && typeof after['preset'] === 'string') {
      return [line('preset', known['preset'], after['preset'], t)]
    }
    return Object.keys({ ...known, ...after })
      .filter((key) => JSON.stringify(known[key]) !== JSON.stringify(after[key]))
      .flatMap((key) => {
        const path = name === 'pointsSystem' ? key : `${name}.${key}`
        const isNested = isRecord(known[key]) || isRecord(after[key])
        const pair = { before: known[key], after: after[key] }
        return isNested ? changedFields(path, pair, t) : [line(path, pair.before, pair.after, t)]
      })
  }
  return [line(name, before, after, t)]
}

/** Returns the same for the fields of a result that was corrected, which are named by their paths. */
export function correctedFields(changes: readonly unknown[], t: Text): string[] {
  return changes.flatMap((change) => {
    if (!isRecord(change) || typeof change['path'] !== 'string') return []
    const parts = change['path'].split('.')
    const field = itemAt(parts, parts.length - 1)
    if (!(field in LABELS)) return []
    const words = line(field, change['before'], change['after'], t)
    const car = parts[0] === 'drivers' ? Number(parts[1]) : Number.NaN
    return [
      Number.isNaN(car) ? words : `${t('organiser.lineNumber', { place: car + 1 })}: ${words}`,
    ]
  })
}

function changedNames(before: readonly unknown[], after: readonly unknown[], t: Text): string[] {
  const count = Math.max(before.length, after.length)
  const pairs = Array.from({ length: count }, (_, car) => [nameIn(before[car]), nameIn(after[car])])
  const changed = pairs.filter(([from, to]) => from !== to)
  if (changed.length === 0) return []
  const words = changed.map(([from, to]) => (from === '–' ? to : `${from} → ${to}`))
  return [`${t('season.drivers')}: ${words.join(', ')}`]
}

/** Returns a text such as "Points from before: Ann – → 25, Bob 10 → 12". */
function changedPoints(before: unknown, after: unknown, t: Text): string[] {
  const [was, is] = [pointsByName(before), pointsByName(after)]
  const number = new Intl.NumberFormat(t.locale)
  const words = (points: number | undefined) => (points === undefined ? '–' : number.format(points))
  const changed = [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [from, to] = [was.get(name), is.get(name)]
    return from === to ? [] : `${name} ${words(from)} → ${words(to)}`
  })
  if (changed.length === 0) return []
  const rest = changed.length > POINTS_SHOWN ? ', …' : ''
  return [`${t('organiser.startingPoints')}: ${changed.slice(0, POINTS_SHOWN).join(', ')}${rest}`]
}

function pointsByName(points: unknown): Map<string, number> {
  const { drivers, teams } = isRecord(points) ? points : {}
  const entries: readonly unknown[] = [drivers, teams].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  return new Map(
    entries.flatMap((one) =>
      isRecord(one) && typeof one['name'] === 'string' && typeof one['points'] === 'number'
        ? [[one['name'], one['points']] as const]
        : [],
    ),
  )
}

function nameIn(name: unknown): string {
  return typeof name === 'string' ? name : '–'
}

function line(path: string, before: unknown, after: unknown, t: Text): string {
  const key = LABELS[path]
  // Remarks in labels, such as "(empty: all)", are for the form only.
  const label = key ? t(key).replace(/ \([^()]*\)$/, '') : path
  if (CODES.has(path)) return label
  return `${label}: ${valueWords(path, before, t)} → ${valueWords(path, after, t)}`
}

function valueWords(path: string, value: unknown, t: Text): string {
  if (path === 'preset') return presetWords(value, t)
  if (path === 'pointsByDistance') {
    return t(value === false ? 'organiser.fullDistance' : 'organiser.byDistance')
  }
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'organiser.yes' : 'organiser.no')
  if (typeof value === 'number') return numberWords(path, value, t)
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateTime(value, t.locale)
    const key = (OWN_WORDS[path] ?? WORDS)[value]
    return key && path !== 'name' ? t(key) : value
  }
  if (!Array.isArray(value)) return '…'
  if (value.length === 0) return '–'
  if (path in ITEM_WORDS) return value.map((one) => itemWords(path, one)).join(', ')
  return value.map((one) => (isRecord(one) ? shortenedWords(one) : String(one))).join(' ')
}

function numberWords(path: string, value: number, t: Text): string {
  if (path === 'track' || path === 'trackId') return trackName(value)
  if (TIMES.has(path)) return formatLapTime(value)
  const number = new Intl.NumberFormat(t.locale).format(SHARES.test(path) ? value * 100 : value)
  return FACTORS.has(path) ? t('season.timesFactor', { factor: number }) : number
}

function presetWords(value: unknown, t: Text): string {
  const labels: Readonly<Record<string, PlainKey>> = PRESET_LABELS
  const key = typeof value === 'string' ? labels[value] : 'organiser.presetOwn'
  return key ? t(key) : String(value)
}

/** Returns a text such as "50: 13 10 8", as it is entered. */
function shortenedWords(one: Readonly<Record<string, unknown>>): string {
  const race = Array.isArray(one['race']) ? one['race'].join(' ') : ''
  return `${Number(one['belowShare']) * 100}: ${race};`
}

/** The history shows these fields of an item. */
const ITEM_WORDS: Readonly<Record<string, readonly string[]>> = {
  tiers: ['name', 'capacity'],
  questions: ['label'],
  thresholds: ['points', 'consequence'],
}

function itemWords(path: string, item: unknown): string {
  if (typeof item === 'string') return item
  const words = (ITEM_WORDS[path] ?? []).flatMap((field) => {
    const value = isRecord(item) ? item[field] : null
    return typeof value === 'string' || typeof value === 'number' ? String(value) : []
  })
  return words.join(' ')
}
