import type { HistoryChange } from '@pitboard/contract/wire/history'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { Text, PlainKey } from '../messages/create-text.ts'
import { findKindView } from '../timing/adjustment-kinds.ts'
import { findRole, roleName } from '../timing/session-roles.ts'
import { changedFields, correctedFields, isBeforeAfter, isRecord } from './changed-fields.ts'

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
  resultsPreserved: 'organiser.didPreserveResults',
  merged: 'organiser.didMerge',
  split: 'organiser.didSplit',
  suggestionDismissed: 'organiser.didDismiss',
  adjusted: 'organiser.didAdjust',
  adjustmentRevoked: 'organiser.didRevoke',
  decisionPublished: 'organiser.didDecide',
  decisionRevoked: 'organiser.didRevoke',
  penaltyActivated: 'organiser.didActivatePenalty',
  penaltyServed: 'organiser.didConfirmPenalty',
  stewardRulesUpdated: 'organiser.didUpdateStewardRules',
  rosterUpdated: 'organiser.didUpdateRoster',
  teamPictureSet: 'organiser.didSetTeamPicture',
  teamPictureRemoved: 'organiser.didRemoveTeamPicture',
  signUpOpened: 'organiser.didOpenSignUp',
  signUpUpdated: 'organiser.didUpdateSignUp',
  signUpAccepted: 'organiser.didAcceptSignUp',
  signUpRefused: 'organiser.didRefuseSignUp',
  attendanceAnswered: 'organiser.didAnswer',
  attendanceRuleUpdated: 'organiser.didUpdateAttendanceRule',
  claimApproved: 'organiser.didApproveClaim',
  claimRefused: 'organiser.didRefuseClaim',
  published: 'organiser.didPublish',
  memberInvited: 'organiser.didInvite',
  invitationRevoked: 'organiser.didRevokeInvitation',
  linkCreated: 'organiser.didCreateLink',
  linkRevoked: 'organiser.didRevokeLink',
  memberJoined: 'organiser.didJoin',
  memberRoleChanged: 'organiser.didChangeRole',
  memberRemoved: 'organiser.didRemoveMember',
  memberLeft: 'organiser.didLeave',
  ownershipOffered: 'organiser.didOffer',
  ownershipTransferred: 'organiser.didTransfer',
  seasonOffered: 'organiser.didOfferSeason',
  seasonOfferRevoked: 'organiser.didRevokeSeasonOffer',
  seasonTransferred: 'organiser.didTransferSeason',
  ownershipInherited: 'organiser.didInherit',
  undone: 'organiser.didUndo',
}

const STATUSES: Readonly<Record<string, PlainKey>> = {
  provisional: 'season.provisional',
  official: 'season.official',
}

const MEMBER_ROLES: Readonly<Record<string, PlainKey>> = {
  owner: 'organiser.owner',
  admin: 'organiser.admin',
  resultEditor: 'organiser.resultEditor',
  steward: 'organiser.steward',
}

const ATTENDANCE: Readonly<Record<string, PlainKey>> = {
  accepted: 'organiser.comes',
  declined: 'organiser.declines',
  tentative: 'organiser.maybeComes',
}

const FACTS_MAX = 8

interface Naming {
  /**
   * Returns what the id of an event, a session or an adjustment stands for; it returns null where that is not known.
   */
  readonly nameOf?: (id: string) => string | null
  /** The changes are those around it, among which an undone one is looked for. */
  readonly changes?: readonly HistoryChange[]
}

type Details = Readonly<Record<string, unknown>>

/** Returns what was done, to what, and which fields have which values now. */
export function changeMessage(change: HistoryChange, t: Text, naming: Naming = {}): string {
  const facts = factsOf(change, t, naming).filter((fact) => fact !== '')
  const more = facts.length > FACTS_MAX ? ['…'] : []
  // The first form of a season has no values before.
  const isFirst = change.action === 'signUpUpdated' && 'opened' in change.details
  const isReplaced = change.action === 'sessionsLost' && 'isReplaced' in change.details
  const special = isFirst ? 'signUpOpened' : isReplaced ? 'resultsPreserved' : null
  const action = special ?? change.action
  return [actionWords(action, t), ...facts.slice(0, FACTS_MAX), ...more].join(' · ')
}

function actionWords(action: string, t: Text): string {
  const key = ACTIONS[action]
  return key ? t(key) : action
}

function factsOf(change: HistoryChange, t: Text, naming: Naming): string[] {
  const details: Details = isRecord(change.details) ? change.details : {}
  const name = (id: unknown) => (typeof id === 'string' && naming.nameOf?.(id)) || ''
  const words = (key: string) => stringOf(details[key])
  switch (change.action) {
    case 'updated':
    case 'eventUpdated':
    case 'signUpUpdated':
    case 'stewardRulesUpdated':
    case 'attendanceRuleUpdated':
      return [name(details['eventId']), ...fieldWords(details, t)]
    case 'sessionUpdated':
      return listOf(details['sessions']).flatMap((session) => [
        name(session['sessionId']) || name(details['eventId']),
        ...fieldWords(session, t),
      ])
    case 'sessionCorrected': {
      const changes = Array.isArray(details['changes']) ? details['changes'] : []
      const where = name(details['sessionId']) || name(details['eventId'])
      return [where, ...correctedFields(changes, t)]
    }
    case 'eventsAdded':
      return listOf(details['events']).map(eventWords)
    case 'eventRemoved':
      return isRecord(details['event']) ? [eventWords(details['event'])] : []
    case 'weekendsLinked':
      return listOf(details['sessions']).flatMap((weekend) => linkedWords(weekend, name))
    case 'sessionsAdded':
      return linkedWords(details, name)
    case 'sessionRemoved':
      return [name(details['eventId']), roleWords(details['role'], t)]
    case 'sessionsLost':
      return listOf(details['sessions']).map(
        ({ sessionId, eventId }) => name(sessionId) || name(eventId),
      )
    case 'merged':
      return isRecord(details['merge']) ? [mergeWords(details['merge'])] : []
    case 'split':
    case 'suggestionDismissed':
      return [stringsOf(details[change.action === 'split' ? 'split' : 'names']).join(', ')]
    case 'adjusted':
    case 'adjustmentRevoked':
      return [...adjustmentFacts(details, t, name), words('reason')]
    case 'decisionPublished':
    case 'decisionRevoked': {
      const { number } = details
      return [
        typeof number === 'number' ? t('season.decisionNumber', { number }) : '',
        words('reason'),
      ]
    }
    case 'penaltyActivated':
    case 'penaltyServed': {
      const { number } = details
      return [
        words('driver'),
        typeof number === 'number' ? t('season.decisionNumber', { number }) : '',
      ]
    }
    case 'rosterUpdated':
      return [...listOf(details['teams']), ...listOf(details['drivers'])].map(itemWords)
    case 'teamPictureSet':
    case 'teamPictureRemoved':
      return [words('team')]
    case 'attendanceAnswered':
      return [
        words('driver'),
        name(details['eventId']),
        `${answerWords(details['before'], t)} → ${answerWords(details['after'], t)}`,
      ]
    case 'claimApproved':
    case 'claimRefused':
      return [words('driver')]
    case 'published': {
      const version = details['publication']
      return [
        typeof version === 'number' ? t('organiser.versionNumber', { version }) : '',
        statusWords(details['status'], t),
      ]
    }
    case 'pictureSet':
    case 'pictureRemoved':
      return [t(details['kind'] === 'banner' ? 'organiser.banner' : 'organiser.logo')]
    case 'memberInvited':
    case 'invitationRevoked':
    case 'linkCreated':
    case 'linkRevoked':
    case 'memberJoined':
    case 'memberRemoved':
      return [words('name'), memberRole(details['role'], details['seasonIds'], t)]
    case 'memberRoleChanged': {
      const before = memberRole(details['before'], details['beforeSeasonIds'], t)
      const after = memberRole(details['after'], details['afterSeasonIds'], t)
      return [words('name'), `${before} → ${after}`]
    }
    case 'undone':
      return [undoneWords(details, t, naming)]
    default:
      return [words('name')]
  }
}

/** Returns "Public: no → yes" for each field that has a value before and after. */
function fieldWords(details: Details, t: Text): string[] {
  return Object.entries(details).flatMap(([name, value]) =>
    isBeforeAfter(value) ? changedFields(name, value, t) : [],
  )
}

function eventWords({ name, track }: Details): string {
  return stringOf(name) || (typeof track === 'number' ? trackName(track) : '')
}

/** Returns "+ Ann" for an item that was added, "− Ann" for one that was removed, "Ann → Anna" for a new name. */
function itemWords({ before, after }: Details): string {
  const [was, is] = [before, after].map((item) => (isRecord(item) ? stringOf(item['name']) : ''))
  if (!was || !is) return was ? `− ${was}` : `+ ${is}`
  return was === is ? is : `${was} → ${is}`
}

/** Returns the sessions by their names; where none is known any more, the event that they went to. */
function linkedWords({ eventId, links }: Details, name: (id: unknown) => string): string[] {
  const named = listOf(links).flatMap(({ sessionId }) => name(sessionId) || [])
  return named.length > 0 ? named : [name(eventId)]
}

function mergeWords({ name, aliases }: Details): string {
  return `${stringsOf(aliases).join(', ')} → ${stringOf(name)}`
}

/**
 * Describes the adjustment as the list of adjustments does; one that no longer exists is described from its details.
 */
function adjustmentFacts(details: Details, t: Text, name: (id: unknown) => string): string[] {
  const known = name(details['adjustmentId'])
  if (known !== '') return [known]
  const { kind, seconds, points, places } = details
  const view = findKindView(kind)
  const amount = seconds ?? points ?? places
  return [
    view ? t(view.label) : stringOf(kind),
    stringOf(details['name']),
    name(details['sessionId']),
    view && typeof amount === 'number' ? view.words(amount, t) : '',
  ]
}

function undoneWords({ undone, did }: Details, t: Text, { changes, nameOf }: Naming): string {
  const original = changes?.find(({ version, action }) => version === undone && action === did)
  if (original) return changeMessage(original, t, nameOf ? { nameOf } : {})
  return typeof did === 'string' ? actionWords(did, t) : ''
}

function statusWords(status: unknown, t: Text): string {
  const key = STATUSES[stringOf(status)]
  return key ? t(key) : stringOf(status)
}

function memberRole(value: unknown, seasonIds: unknown, t: Text): string {
  const key = MEMBER_ROLES[stringOf(value)]
  const role = key ? t(key) : ''
  if (!Array.isArray(seasonIds)) return role
  return t('organiser.roleInSeasons', { role, count: seasonIds.length })
}

function answerWords(value: unknown, t: Text): string {
  return t(ATTENDANCE[stringOf(value)] ?? 'organiser.noAnswer')
}

function roleWords(value: unknown, t: Text): string {
  const role = findRole(value)
  return role ? roleName(role, t) : ''
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
