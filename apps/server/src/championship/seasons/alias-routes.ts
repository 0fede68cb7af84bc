import {
  type AliasBook,
  type AliasChange,
  seasonManagement,
} from '@pitboard/contract/seasons/season-management'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { readChangeRequest } from '../history/versioned-update.ts'
import { previewAliases } from '../standings/preview-aliases.ts'
import { suggestMerges } from '../standings/suggest-merges.ts'
import { linkDrivers } from './roster/driver-users.ts'
import { ownedSeasons } from './store/queries.ts'
import type { SeasonView, SeasonViews } from './view/season-views.ts'
import { sendSeason } from './view/send-season.ts'
import type { Alias } from '@pitboard/contract/seasons/season'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { readMultilineText } from '../../platform/http/sanitize-text.ts'

const ALIASES_MAX = 500

/**
 * The season's aliases after a merge or a split. A merge includes earlier merges of its names; a split
 * makes each of its names a driver again. Throws a 409 for a split of a name that is not merged.
 */
export function changeAliases(aliases: readonly Alias[], change: AliasChange): Alias[] {
  const changed =
    'merge' in change
      ? merge(
          aliases,
          readMultilineText('/merge/name', change.merge.name),
          trimmed(change.merge.aliases),
        )
      : split(aliases, trimmed(change.split))
  const count = changed.reduce((sum, alias) => sum + alias.aliases.length, 0)
  if (count > ALIASES_MAX) throw new ApiError(409, `A season has at most ${ALIASES_MAX} aliases.`)
  return changed.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function merge(aliases: readonly Alias[], name: string, others: readonly string[]): Alias[] {
  const wanted = new Set([name, ...others])
  const isTouched = (alias: Alias) => namesOf(alias).some((each) => wanted.has(each))
  const merged = new Set([...wanted, ...aliases.filter(isTouched).flatMap(namesOf)])
  merged.delete(name)
  const rest = aliases.filter((alias) => !isTouched(alias))
  return merged.size === 0
    ? rest
    : [...rest, { name, aliases: [...merged].toSorted((a, b) => (a < b ? -1 : 1)) }]
}

function split(aliases: readonly Alias[], names: readonly string[]): Alias[] {
  const known = new Set(aliases.flatMap(namesOf))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new ApiError(409, `"${unknown}" is not merged with another name.`)
  return aliases.flatMap((alias) => {
    // Without the shown name, the other names are still one driver.
    const [name, ...others] = namesOf(alias).filter((each) => !names.includes(each))
    return name === undefined || others.length === 0 ? [] : [{ name, aliases: others }]
  })
}

function namesOf({ name, aliases }: Alias): string[] {
  return [name, ...aliases]
}

function trimmed(names: readonly string[]): string[] {
  return names.map((name) => name.trim())
}

const DISMISSED_MAX = 500

/** Merging names into one driver. */
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
