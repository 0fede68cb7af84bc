import { type AliasBook, seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { readChangeRequest } from '../history/versioned-update.ts'
import { previewAliases } from '../standings/preview-aliases.ts'
import { suggestMerges } from '../standings/suggest-merges.ts'
import { changeAliases } from './edit/change-aliases.ts'
import { linkDrivers } from './roster/driver-users.ts'
import { ownedSeasons } from './store/queries.ts'
import type { SeasonView, SeasonViews } from './view/season-views.ts'
import { sendSeason } from './view/send-season.ts'

const DISMISSED_MAX = 500

/** Merges names into one driver. */
export function addAliasRoutes(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db } = context

  route(app, seasonManagement.aliases, async ({ user, params: { seasonId: id } }) => {
    const { dismissed_merges } = await ownedSeasons.getAllowed(db, id, user, 'editResults')
    return toAliasBook(await views.get(id, user), dismissed_merges)
  })

  route(app, seasonManagement.changeAliases, async (call) => {
    const { user, params, body, request } = call
    const change = readChangeRequest(user, request)
    const target = { id: params.seasonId, action: 'editResults' } as const
    await ownedSeasons.change(context, target, change, async (db, season) => {
      const after = changeAliases(season.aliases, body)
      if (JSON.stringify(after) === JSON.stringify(season.aliases)) return null
      await linkDrivers(db, { id: season.id, aliases: after })
      const action = 'merge' in body ? 'merged' : 'split'
      const details = { ...body, before: season.aliases, after }
      return { action, details, set: { aliases: JSON.stringify(after) } }
    })
    return sendSeason(views, call, params.seasonId)
  })

  route(app, seasonManagement.previewAliases, async ({ user, params: { seasonId: id }, body }) => {
    const { aliases } = await ownedSeasons.getAllowed(db, id, user, 'editResults')
    const { input } = await views.get(id, user)
    return previewAliases(input, changeAliases(aliases, body))
  })

  route(
    app,
    seasonManagement.dismissSuggestion,
    async ({ user, params: { seasonId: id }, body, request }) => {
      const names = body.names.map((name) => name.trim()).toSorted()
      const change = readChangeRequest(user, request)
      const target = { id, action: 'editResults' } as const
      const changed = await ownedSeasons.change(context, target, change, async (_db, season) => {
        const before = season.dismissed_merges
        if (before.some((each) => each.join('\n') === names.join('\n'))) return null
        const dismissed = JSON.stringify([...before, names].slice(-DISMISSED_MAX))
        const set = { dismissed_merges: dismissed }
        return { action: 'suggestionDismissed', details: { names }, set }
      })
      return toAliasBook(await views.get(id, user), changed.dismissed_merges)
    },
  )
}

function toAliasBook({ season, input }: SeasonView, dismissed: readonly string[][]): AliasBook {
  const suggestions = suggestMerges(input).filter(
    ({ name, alias }) => !dismissed.some((names) => names.includes(name) && names.includes(alias)),
  )
  return { aliases: season.aliases, suggestions }
}
