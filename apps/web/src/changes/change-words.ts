import type { Change } from '@pitboard/contract/history'
import type { Text } from '../messages/create-text.ts'
import type { PlainKey } from '../messages/plain-key.ts'

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
  sessionsAdded: 'organiser.didAddSessions',
  sessionUpdated: 'organiser.didUpdateSession',
  sessionRemoved: 'organiser.didRemoveSession',
  merged: 'organiser.didMerge',
  split: 'organiser.didSplit',
  suggestionDismissed: 'organiser.didDismiss',
  adjusted: 'organiser.didAdjust',
  adjustmentRevoked: 'organiser.didRevoke',
  published: 'organiser.didPublish',
}

/** What was done, and what it was about as far as that is a word or a number. */
export function changeWords({ action, details }: Change, text: Text): string {
  const key = ACTIONS[action]
  const facts = Object.entries(details).flatMap(([name, value]) => {
    const shown = shownValue(value)
    return shown === null || isId(name, shown) ? [] : [shown]
  })
  return [key ? text(key) : action, ...facts.slice(0, FACTS_MAX)].join(' · ')
}

const FACTS_MAX = 4

function isId(name: string, value: string): boolean {
  return /id$/i.test(name) || /^[0-9a-f-]{36}$/.test(value)
}

/** "a → b" for a field's value before and after. */
function shownValue(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const words = value.map(shownValue).filter((word) => word !== null)
    return words.length === value.length && words.length > 0 ? words.join(', ') : null
  }
  if (typeof value !== 'object' || value === null) return null
  const name: unknown = Reflect.get(value, 'name')
  if (typeof name === 'string') return name
  const before: unknown = Reflect.get(value, 'before')
  const after: unknown = Reflect.get(value, 'after')
  const [from, to] = [shownValue(before), shownValue(after)]
  return from === null && to === null ? null : `${from ?? '–'} → ${to ?? '–'}`
}
