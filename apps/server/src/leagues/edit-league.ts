import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { LeagueUpdate } from '@pitboard/contract/league'
import type { AppContext } from '../context.ts'
import { changedFields } from '../history/changes.ts'
import { changeLeague } from './change-league.ts'
import { presentLeague, type ListedLeague } from './queries.ts'

interface Changing {
  readonly user: { readonly userId: string }
  readonly request: FastifyRequest
}

/** What is left out of the body stays; null empties a text. */
export async function updateLeague(
  context: AppContext,
  id: string,
  changing: Changing,
  body: LeagueUpdate,
): Promise<ListedLeague> {
  return changeLeague(context, id, changing, async (db, league) => {
    const { name, description, discord, website, isPublic } = body
    const wanted = {
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description: description ?? '' }),
      ...(discord !== undefined && { discord: discord ?? '' }),
      ...(website !== undefined && { website: website ?? '' }),
      ...(isPublic !== undefined && { isPublic }),
    }
    const details = changedFields(presentLeague(league), wanted)
    if (Object.keys(details).length === 0) return null
    const { isPublic: is_public = league.is_public, ...texts } = wanted
    await db
      .updateTable('league')
      .set({ ...texts, is_public })
      .where('id', '=', id)
      .execute()
    return { action: 'updated', details }
  })
}

/** Deletes it so that it can be restored for a while; returns what was deleted. */
export async function deleteLeague(
  context: AppContext,
  id: string,
  changing: Changing,
): Promise<ListedLeague> {
  return changeLeague(context, id, changing, async (db) => {
    await db
      .updateTable('league')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    return { action: 'deleted', details: {} }
  })
}
