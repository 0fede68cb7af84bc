import type { AppContext } from '../../../context.ts'
import { findAct, noWayBack } from '../../history/find-change.ts'
import { changeSeason, type Changing } from '../change-season.ts'
import { takeBackDecision, takeBackRevocation } from './take-back-decision.ts'
import {
  takeBackEventChange,
  takeBackEventRemoval,
  takeBackNewEvents,
  takeBackWeekends,
} from './take-back-events.ts'
import type { TakeBack } from './take-back.ts'
import { takeBackAliases, takeBackDismissal, takeBackUpdate } from './take-back-fields.ts'
import { takeBackLinkChanges, takeBackLinks, takeBackUnlinking } from './take-back-links.ts'

const TAKE_BACK: Readonly<Record<string, TakeBack>> = {
  updated: takeBackUpdate,
  eventsAdded: takeBackNewEvents,
  eventUpdated: takeBackEventChange,
  eventRemoved: takeBackEventRemoval,
  weekendsLinked: takeBackWeekends,
  sessionsAdded: takeBackLinks,
  sessionUpdated: takeBackLinkChanges,
  sessionRemoved: takeBackUnlinking,
  merged: takeBackAliases,
  split: takeBackAliases,
  suggestionDismissed: takeBackDismissal,
  adjusted: takeBackDecision,
  adjustmentRevoked: takeBackRevocation,
}

interface Ids {
  readonly id: string
  /** The season's, after the act. */
  readonly version: number
}

/**
 * Takes one act of the owner back, which is an act itself. Throws a 404 where there was no such act,
 * a 409 for one that can't be taken back: of its kind, again, or changed since.
 */
export async function undoChange(
  context: AppContext,
  { id, version }: Ids,
  changing: Changing,
): Promise<void> {
  await changeSeason(context, id, changing, async (db, season) => {
    const { action, details } = await findAct(db, { kind: 'season', id }, version)
    const takeBack = TAKE_BACK[action]
    if (!takeBack) throw noWayBack(action)
    const set = await takeBack(db, season, details)
    return { action: 'undone', details: { undone: version, did: action }, ...(set && { set }) }
  })
}
