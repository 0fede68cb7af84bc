import { type AliasBook, seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { readChangeRequest } from '../history/versioned-update.ts'
import { previewAliases } from '../standings/preview-aliases.ts'
import { suggestMerges } from '../standings/suggest-merges.ts'
import { changeAliases } from './edit/aliases.ts'
import { changeSeason } from './store/change-season.ts'
import { getOwnSeason } from './store/policy.ts'
import type { SeasonView, SeasonViews } from './view/season-views.ts'
import { sendView } from './view/send-season.ts'

const DISMISSED_MAX = 500

/** Merging names into one driver. */
export function addAliasRoutes(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db } = context

  route(app, seasonManagement.aliases, async ({ user, params: { id } }) => {
    const { dismissed_merges } = await getOwnSeason(db, id, user)
    return toAliasBook(await views.get(id, user), dismissed_merges)
  })

  route(
    app,
    seasonManagement.changeAliases,
    async ({ user, params: { id }, body, request, reply }) => {
      await changeSeason(context, id, readChangeRequest(user, request), async (_db, season) => {
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
        readChangeRequest(user, request),
        async (_db, { dismissed_merges: before }) => {
          if (before.some((each) => each.join('\n') === names.join('\n'))) return null
          const dismissed = JSON.stringify([...before, names].slice(-DISMISSED_MAX))
          const set = { dismissed_merges: dismissed }
          return { action: 'suggestionDismissed', details: { names }, set }
        },
      )
      return toAliasBook(await views.get(id, user), dismissed_merges)
    },
  )
}

function toAliasBook({ season, input }: SeasonView, dismissed: readonly string[][]): AliasBook {
  const suggestions = suggestMerges(input).filter(
    ({ name, alias }) => !dismissed.some((names) => names.includes(name) && names.includes(alias)),
  )
  return { aliases: season.aliases, suggestions }
}
