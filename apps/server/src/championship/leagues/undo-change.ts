import { Type, type TSchema } from 'typebox'
import type { Updateable } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { LeagueTable } from '../../platform/db/season-tables.ts'
import type { Changing } from '../history/versioned-update.ts'
import {
  changedSince,
  findAct,
  noWayBack,
  readNoted,
  tooLittleKept,
} from '../history/find-change.ts'
import { changeLeague } from './change-league.ts'
import { keepPicture, putPicture, takeKept } from './kept-pictures.ts'
import { presentLeague, type ListedLeague } from './queries.ts'
import { putSeason, takeSeason } from '../seasons/seasons-of-league.ts'

interface TakenBack {
  readonly context: Pick<AppContext, 'db' | 'newId'>
  readonly league: ListedLeague
  readonly details: unknown
  /** That the act made. */
  readonly version: number
  readonly changing: Changing
}

/** Puts back what one act changed; throws a 409 where it has been changed again since. */
type TakeBack = (act: TakenBack) => Promise<Updateable<LeagueTable> | undefined>

const TAKE_BACK: Readonly<Record<string, TakeBack>> = {
  updated: takeBackUpdate,
  seasonAdded: takeBackSeason,
  seasonRemoved: bringBackSeason,
  pictureSet: takeBackPicture,
  pictureRemoved: takeBackPicture,
}

interface Ids {
  readonly leagueId: string
  /** The league's, after the act. */
  readonly version: number
}

/** As of a season, see docs/decisions/028-undo.md. */
export async function undoLeagueChange(
  context: AppContext,
  { leagueId, version }: Ids,
  changing: Changing,
): Promise<ListedLeague> {
  return changeLeague(context, leagueId, changing, async (db, league) => {
    const { action, details } = await findAct(db, { kind: 'league', id: leagueId }, version)
    const takeBack = TAKE_BACK[action]
    if (!takeBack) throw noWayBack(action)
    const within = { ...context, db }
    const set = await takeBack({ context: within, league, details, version, changing })
    return { action: 'undone', details: { undone: version, did: action }, ...(set && { set }) }
  })
}

const Moved = <T extends TSchema>(value: T) =>
  Type.Optional(Type.Object({ before: value, after: value }))
const Text = Type.String()
const PictureId = Type.Union([Type.String(), Type.Null()])

const Updated = Type.Object({
  name: Moved(Text),
  description: Moved(Text),
  discord: Moved(Text),
  website: Moved(Text),
  isPublic: Moved(Type.Boolean()),
})
const OfSeason = Type.Object({ seasonId: Text })
const OfPicture = Type.Object({ before: PictureId, after: PictureId })

async function takeBackUpdate({ league, details }: TakenBack) {
  const { name, description, discord, website, isPublic } = readNoted(Updated, details)
  const now = presentLeague(league)
  const stands =
    (!name || name.after === now.name) &&
    (!description || description.after === now.description) &&
    (!discord || discord.after === now.discord) &&
    (!website || website.after === now.website) &&
    (!isPublic || isPublic.after === now.isPublic)
  if (!stands) throw changedSince()
  return {
    ...(name && { name: name.before }),
    ...(description && { description: description.before }),
    ...(discord && { discord: discord.before }),
    ...(website && { website: website.before }),
    ...(isPublic && { is_public: isPublic.before }),
  }
}

async function takeBackSeason({ context, league, details, changing }: TakenBack) {
  const { seasonId } = readNoted(OfSeason, details)
  if (!league.season_ids.includes(seasonId)) throw changedSince()
  await takeSeason(context, league, seasonId, changing)
  return undefined
}

/** One that was deleted meanwhile is not brought back with it. */
async function bringBackSeason({ context, league, details, changing }: TakenBack) {
  const { seasonId } = readNoted(OfSeason, details)
  const season = await context.db
    .selectFrom('season')
    .select('id')
    .where('id', '=', seasonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!season || league.season_ids.includes(seasonId)) throw changedSince()
  await putSeason(context, league, seasonId, changing)
  return undefined
}

async function takeBackPicture({ context: { db }, league, details, version }: TakenBack) {
  const { before, after } = readNoted(OfPicture, details)
  if (league.thumbnail !== after) throw changedSince()
  const kept = before === null ? null : await takeKept(db, league.id, version)
  if (kept === undefined) throw tooLittleKept()
  await keepPicture(db, league.id, league.version + 1)
  if (kept) await putPicture(db, league.id, kept)
  return undefined
}
