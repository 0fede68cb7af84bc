import type { Change } from '@pitboard/contract/history'
import { trackName } from '@pitboard/contract/track-names'
import type { Text } from '../messages/create-text.ts'
import type { PlainKey } from '../messages/plain-key.ts'
import { formatDateTime } from '../timing/format-date.ts'

const ACTIONS: Readonly<Record<string, PlainKey>> = {
  created: 'organiser.didCreate',
  updated: 'organiser.didUpdate',
  deleted: 'organiser.didDelete',
  restored: 'organiser.didRestore',
  pictureSet: 'organiser.didSetPicture',
  pictureRemoved: 'organiser.didRemovePicture',
  seasonAdded: 'organiser.didAddSeason',
  seasonRemoved: 'organiser.didRemoveSeason',
  addedToLeague: 'organiser.didJoinLeague',
  removedFromLeague: 'organiser.didLeaveLeague',
  eventsAdded: 'organiser.didAddEvents',
  eventUpdated: 'organiser.didUpdateEvent',
  eventRemoved: 'organiser.didRemoveEvent',
  weekendsLinked: 'organiser.didLinkWeekends',
  sessionsAdded: 'organiser.didAddSessions',
  sessionUpdated: 'organiser.didUpdateSession',
  sessionCorrected: 'organiser.didCorrect',
  sessionRemoved: 'organiser.didRemoveSession',
  sessionsLost: 'organiser.didLoseSessions',
  merged: 'organiser.didMerge',
  split: 'organiser.didSplit',
  suggestionDismissed: 'organiser.didDismiss',
  adjusted: 'organiser.didAdjust',
  adjustmentRevoked: 'organiser.didRevoke',
  published: 'organiser.didPublish',
  undone: 'organiser.didUndo',
}
/** Of the enumerations that a change names. */
const VALUES: Readonly<Record<string, PlainKey>> = {
  race: 'organiser.racePoints',
  sprint: 'organiser.sprintPoints',
  qualifying: 'organiser.qualifyingPoints',
  sprintQualifying: 'organiser.sprintQualifyingPoints',
  timePenalty: 'organiser.timePenalty',
  disqualification: 'organiser.disqualification',
  points: 'organiser.driverPoints',
  teamPoints: 'organiser.teamPoints',
  provisional: 'season.provisional',
  official: 'season.official',
  byDistance: 'organiser.byDistance',
  fullDistance: 'organiser.fullDistance',
}
/** Said by other facts already, or for programs alone. */
const UNSAID = new Set(['before', 'after', 'links', 'undone', 'driverIdx', 'adjustmentId'])
/** How it was linked: said where it was changed, not where it went. */
const OF_A_LINK = new Set(['role', 'pointsFactor', 'pointsByDistance'])
/** What was changed comes after where. */
const FIRST = ['eventId', 'sessionId', 'sessions', 'kind', 'status']
const FACTS_MAX = 6

type NameOf = (id: string) => string | null

/** What was done, and what it was about as far as that is a word or a number. */
export function changeWords(
  { action, details }: Change,
  text: Text,
  nameOf: NameOf = () => null,
): string {
  const shown = (value: unknown) => shownValue(value, text, nameOf)
  const named = Object.entries(details).toSorted(([a], [b]) => rank(a) - rank(b))
  const facts = named.flatMap(([name, value]) => {
    if (UNSAID.has(name) || (OF_A_LINK.has(name) && typeof value !== 'object')) return []
    return name === 'sessions' && Array.isArray(value) ? value.map(shown) : [shown(value)]
  })
  const said = facts.filter((fact) => fact !== null && fact !== '')
  const more = said.length > FACTS_MAX ? ['…'] : []
  return [actionWords(action, text), ...said.slice(0, FACTS_MAX), ...more].join(' · ')
}

function rank(name: string): number {
  const place = FIRST.indexOf(name)
  return place === -1 ? FIRST.length : place
}

function actionWords(action: string, text: Text): string {
  const key = ACTIONS[action]
  return key ? text(key) : action
}

/** "a → b" for a field's value before and after. */
function shownValue(value: unknown, text: Text, nameOf: NameOf): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return text(value ? 'organiser.yes' : 'organiser.no')
  if (typeof value === 'string') return shownText(value, text, nameOf)
  if (Array.isArray(value)) {
    const words = value.map((one) => shownValue(one, text, nameOf)).filter((word) => word !== null)
    return words.length > 0 ? words.join(', ') : null
  }
  if (typeof value !== 'object' || value === null) return null
  if ('before' in value && 'after' in value) {
    const [from, to] = [value.before, value.after].map((one) => shownValue(one, text, nameOf))
    return from === null && to === null ? null : `${from ?? '–'} → ${to ?? '–'}`
  }
  if ('track' in value && typeof value.track === 'number') {
    return 'name' in value && value.name !== '' ? String(value.name) : trackName(value.track)
  }
  if ('preset' in value) return shownValue(value.preset, text, nameOf)
  const facts = Object.entries(value).flatMap(([name, one]) => {
    const named = name === 'pointsByDistance' ? distances(one) : one
    const fact = UNSAID.has(name) ? null : shownValue(named, text, nameOf)
    return fact === null ? [] : [fact]
  })
  return facts.length > 0 ? facts.join(' ') : null
}

/** Yes and no would not say of what. */
function distances(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'byDistance' : 'fullDistance'
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, distances(one)]))
}

function shownText(value: string, text: Text, nameOf: NameOf): string | null {
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return nameOf(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateTime(value, text.locale)
  const key = VALUES[value]
  if (key) return text(key)
  return value in ACTIONS ? actionWords(value, text) : value
}
