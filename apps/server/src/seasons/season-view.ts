import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Season } from '@pitboard/contract/season'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { versionTag } from '../http/versions.ts'
import type { Hub } from '../live/hub.ts'
import { createBoundedMap } from '../pages/bounded-map.ts'
import type { SeasonInput } from '../standings/input.ts'
import { readSeason } from './read-season.ts'
import { maySee, noSeason, type Caller } from './policy.ts'
import { findSeason, type FoundSeason } from './queries.ts'

const zip = promisify(gzip)
const VIEWS_MAX = 100
/** While a session is driven the standings as they stand are made that often. */
const LIVE_MS = 2_000

/** A season as its page shows it, made once for all who ask until anything in it changes. */
export interface SeasonView {
  readonly season: Season
  readonly input: SeasonInput
  /** Without quotes. */
  readonly tag: string
  readonly text: string
  zipped(): Promise<Buffer>
}

export interface SeasonViews {
  /** Throws a 404 for a season that the caller may not know of. */
  get(id: string, caller: Caller | null): Promise<SeasonView>
  find(id: string, caller: Caller | null): Promise<SeasonView | undefined>
}

export function createSeasonViews({ db, now }: AppContext, hub: Hub): SeasonViews {
  const views = createBoundedMap<{ readonly key: string; readonly view: Promise<SeasonView> }>(
    VIEWS_MAX,
  )
  async function find(id: string, caller: Caller | null): Promise<SeasonView | undefined> {
    const found = await findSeason(db, id)
    if (!found || !maySee(found, caller)) return undefined
    const isOwner = found.owner_id === caller?.userId
    const sessions = await readSessionKeys(db, id)
    const nowMs = now().getTime()
    const live = sessions.some((session) => session.isLive && hub.room(session.id))
    const key = JSON.stringify([found, sessions, live && Math.floor(nowMs / LIVE_MS)])
    const name = `${id} ${isOwner}`
    const known = views.get(name)
    if (known?.key === key) return known.view
    const view = makeView(found, isOwner, nowMs)
    views.set(name, { key, view })
    view.catch(() => views.delete(name))
    return view
  }

  async function makeView(found: FoundSeason, isOwner: boolean, nowMs: number) {
    const findLive = (sessionId: string) => hub.room(sessionId)?.state(nowMs)
    const { season, input } = await readSeason(db, found, isOwner, findLive)
    return createView(season, input)
  }

  return {
    find,
    async get(id, caller) {
      const view = await find(id, caller)
      if (!view) throw noSeason(id)
      return view
    },
  }
}

/** What of its sessions decides whether a season has to be made anew. */
async function readSessionKeys(db: Db, seasonId: string) {
  return db
    .selectFrom('season_session')
    .innerJoin('session', 'session.id', 'session_id')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'detail_etag', 'username'])
    .select(sql<string>`session.xmin::text`.as('row'))
    .select(sql<boolean>`status = 'live'`.as('isLive'))
    .where('season_id', '=', seasonId)
    .orderBy('session.id')
    .execute()
}

function createView(season: Season, input: SeasonInput): SeasonView {
  const text = JSON.stringify(season)
  let zipped: Promise<Buffer> | undefined
  return {
    ...{ season, input, text },
    tag: versionTag(season.version, text),
    zipped: () => (zipped ??= zip(text)),
  }
}
