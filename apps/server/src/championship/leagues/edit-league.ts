import type { LeagueUpdate } from '@pitboard/contract/league'
import type { AppContext } from '../../context.ts'
import type { Changing } from '../history/versioned-update.ts'
import { changedFields } from '../history/changes.ts'
import { readLink, readName } from '../../platform/http/sanitize-text.ts'
import { changeLeague } from './change-league.ts'
import { presentLeague, type ListedLeague } from './queries.ts'

/** What is left out of the body stays; null empties a text. */
export async function updateLeague(
  context: AppContext,
  id: string,
  changing: Changing,
  body: LeagueUpdate,
): Promise<ListedLeague> {
  return changeLeague(context, id, changing, async (_db, league) => {
    const { name, description, discord, website, isPublic } = body
    const wanted = {
      ...(name !== undefined && { name: readName('/name', name) }),
      ...(description !== undefined && { description: description ?? '' }),
      ...(discord !== undefined && { discord: readLink('/discord', discord ?? '') }),
      ...(website !== undefined && { website: readLink('/website', website ?? '') }),
      ...(isPublic !== undefined && { isPublic }),
    }
    const details = changedFields(presentLeague(league), wanted)
    if (Object.keys(details).length === 0) return null
    const { isPublic: is_public = league.is_public, ...texts } = wanted
    return { action: 'updated', details, set: { ...texts, is_public } }
  })
}

/** Deletes it so that it can be restored for a while; returns what was deleted. */
export async function deleteLeague(
  context: AppContext,
  id: string,
  changing: Changing,
): Promise<ListedLeague> {
  return changeLeague(context, id, changing, async () => ({
    ...{ action: 'deleted', details: {} },
    set: { deleted_at: context.now() },
  }))
}
