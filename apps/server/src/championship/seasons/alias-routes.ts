import type { FastifyInstance } from 'fastify'
import { seasonManagement, type AliasBook } from '@pitboard/contract/season-management'
import type { AppContext } from '../../context.ts'
import { changing } from '../history/versioned-update.ts'
import { route } from '../../accounts/access/route.ts'
import { previewAliases } from '../standings/preview-aliases.ts'
import { suggestMerges } from '../standings/suggest-merges.ts'
import { changeAliases } from './aliases.ts'
import { changeSeason } from './change-season.ts'
import { getOwnSeason } from './policy.ts'
import type { SeasonView, SeasonViews } from './season-view.ts'
import { sendView } from './send-view.ts'

const DISMISSED_MAX = 500

/** Who is who: names that are one driver. */
export function addAliasRoutes(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db } = context

  route(app, seasonManagement.aliases, async ({ user, params: { id } }) => {
    const { dismissed_merges } = await getOwnSeason(db, id, user)
    return bookOf(await views.get(id, user), dismissed_merges)
  })

  route(
    app,
    seasonManagement.changeAliases,
    async ({ user, params: { id }, body, request, reply }) => {
      await changeSeason(context, id, changing(user, request), async (_db, season) => {
        const after = changeAliases(season.aliases, body)
        if (JSON.stringify(after) === JSON.stringify(season.aliases)) return null
        const action = 'merge' in body ? 'merged' : 'split'
        const details = { ...body, before: season.aliases, after }
        return { action, details, set: { aliases: JSON.stringify(after) } }
      })
      return sendView(request, reply, await views.get(id, user))
    },
  )

  route(app, seasonManagement.previewAliases, async ({ user, params: { id }, body }) => {
    const { aliases } = await getOwnSeason(db, id, user)
    const { input } = await views.get(id, user)
    return previewAliases(input, changeAliases(aliases, body))
  })

  route(
    app,
    seasonManagement.dismissSuggestion,
    async ({ user, params: { id }, body, request }) => {
      const names = body.names.map((name) => name.trim()).toSorted()
      const { dismissed_merges } = await changeSeason(
        context,
        id,
        changing(user, request),
        async (_db, { dismissed_merges: before }) => {
          if (before.some((each) => each.join('\n') === names.join('\n'))) return null
          const dismissed = JSON.stringify([...before, names].slice(-DISMISSED_MAX))
          const set = { dismissed_merges: dismissed }
          return { action: 'suggestionDismissed', details: { names }, set }
        },
      )
      return bookOf(await views.get(id, user), dismissed_merges)
    },
  )
}

function bookOf({ season, input }: SeasonView, dismissed: readonly string[][]): AliasBook {
  const suggestions = suggestMerges(input).filter(
    ({ name, alias }) => !dismissed.some((names) => names.includes(name) && names.includes(alias)),
  )
  return { aliases: season.aliases, suggestions }
}
