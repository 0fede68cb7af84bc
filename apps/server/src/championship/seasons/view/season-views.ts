import { gzip } from '../../../platform/http/compression.ts'
import { createHash } from 'node:crypto'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Season } from '@pitboard/contract/seasons/season'
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import { LRUCache } from 'lru-cache'
import { executePrepared } from '../../../platform/db/prepared-statements.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { versionTag } from '../../../platform/http/etags.ts'
import type { Live } from '../../../racing/live/live.ts'
import type { SeasonInput } from '../../standings/input.ts'
import type { Caller } from '../../history/versioned-update.ts'
import { ownedSeasons } from '../store/queries.ts'
import { type SeasonRecord, visibleLeagueIds } from '../store/queries.ts'
import { readSeason } from './read-season.ts'

const VIEWS_MAX = 100
/** The cache takes about 40 MB: some hundred seasons of a usual size. */
const LIST_CHARS_MAX = 40_000_000
/** The present standings are computed at this interval while a session is being driven. */
const LIVE_MS = 1_000

/** A season's page shows this view, which is made once for all who ask until anything in it changes. */
export interface SeasonView {
  readonly season: Season
  readonly input: SeasonInput
  /** The tag stands without quotes. */
  readonly tag: string
  readonly text: string
  gzipped(): Promise<Buffer>
}

/** A list shows a season by this text, which `get` answers and which is made when it is needed. */
export interface SeasonText {
  /** Changes whenever the text does. */
  readonly key: string
  read(): Promise<string>
}

export interface SeasonViews {
  /** Throws a 404 for a season that the caller may not know of. */
  get(id: string, caller: Caller | null): Promise<SeasonView>
  find(id: string, caller: Caller | null): Promise<SeasonView | undefined>
  /** Lists the found seasons that the caller may see, in the same order. */
  list(found: readonly SeasonRecord[], caller: Caller | null): Promise<SeasonText[]>
  /** Finds the state of a session that is being driven, as the standings count it. */
  findLive(sessionId: string): Promise<LiveSession | null>
}

export function createSeasonViews(
  { db, now }: AppContext,
  live: Pick<Live, 'list' | 'states'>,
): SeasonViews {
  const views = new LRUCache<string, { readonly key: string; readonly view: Promise<SeasonView> }>({
    max: VIEWS_MAX,
  })
  const texts = new LRUCache<string, { readonly key: string; readonly text: string }>({
    maxSize: LIST_CHARS_MAX,
    sizeCalculation: ({ text }) => Math.max(1, text.length),
  })
  const making = new Map<string, Promise<string>>()

  async function find(id: string, caller: Caller | null): Promise<SeasonView | undefined> {
    const found = await ownedSeasons.find(db, id)
    if (!found || !ownedSeasons.maySee(found, caller)) return undefined
    const [version] = await readVersions([found], caller)
    return version && viewOf(version)
  }

  async function list(
    found: readonly SeasonRecord[],
    caller: Caller | null,
  ): Promise<SeasonText[]> {
    const versions = await readVersions(found, caller)
    return versions.map((version) => {
      const { name, key } = version
      return {
        key,
        async read() {
          const known = texts.get(name)
          return known?.key === key ? known.text : readText(version)
        },
      }
    })
  }

  /** Returns what each season was made of, if it was made now. */
  async function readVersions(found: readonly SeasonRecord[], caller: Caller | null) {
    const sessions = await readSessionKeys(
      db,
      found.map(({ id }) => id),
    )
    const nowMs = now().getTime()
    return found.map((season) => {
      const own = sessions.get(season.id) ?? []
      const isLive = own.some((session) => session.isLive && live.list.has(session.id))
      const leagueIds = visibleLeagueIds(season, caller)
      const parts = JSON.stringify([season, own, isLive && Math.floor(nowMs / LIVE_MS)])
      const key = createHash('sha256').update(parts).digest('base64url')
      return { season, leagueIds, key, name: [season.id, ...leagueIds].join(' ') }
    })
  }

  type Version = Awaited<ReturnType<typeof readVersions>>[number]

  async function viewOf({ name, key, ...version }: Version): Promise<SeasonView> {
    const known = views.get(name)
    if (known?.key === key) return known.view
    const view = makeView(version)
    views.set(name, { key, view })
    view.catch(() => views.delete(name))
    return view
  }

  /** The text is made once for all lists that need it at the same time. */
  async function readText(version: Version): Promise<string> {
    const { name, key } = version
    const text = making.get(`${name} ${key}`) ?? makeText(version)
    making.set(`${name} ${key}`, text)
    return text.finally(() => making.delete(`${name} ${key}`))
  }

  /** A list does not push the views of the pages that are open out of their cache. */
  async function makeText({ name, key, ...version }: Version): Promise<string> {
    const known = views.get(name)
    const { text } = await (known?.key === key ? known.view : makeView(version))
    texts.set(name, { key, text })
    return text
  }

  const findLive = async (sessionId: string) =>
    live.list.has(sessionId) ? live.states.read(sessionId) : null

  async function makeView({ season, leagueIds }: Omit<Version, 'name' | 'key'>) {
    const made = await readSeason(db, season, leagueIds, findLive)
    return createView(made.season, made.input)
  }

  return {
    find,
    list,
    findLive,
    async get(id, caller) {
      const view = await find(id, caller)
      if (!view) throw ownedSeasons.notFound(id)
      return view
    },
  }
}

/** Reads by season which of its sessions' values decide whether it has to be made again. */
async function readSessionKeys(db: Db, seasonIds: readonly string[]) {
  const selected = db
    .selectFrom('season_session')
    .innerJoin('session', 'session.id', 'session_id')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['season_id', 'session.id', 'detail_etag', 'username'])
    .select(sql<string>`session.xmin::text`.as('row'))
    .select(sql<boolean>`status = 'live'`.as('isLive'))
    .where('season_id', '=', sql<string>`any(${seasonIds}::uuid[])`)
    .orderBy('session.id')
  const { rows } = await executePrepared(db, selected)
  return Map.groupBy(rows, ({ season_id }) => season_id)
}

function createView(season: Season, input: SeasonInput): SeasonView {
  const text = JSON.stringify(season)
  let gzipped: Promise<Buffer> | undefined
  return {
    season,
    input,
    text,
    tag: versionTag(season.version, text),
    gzipped: () => (gzipped ??= gzip(text)),
  }
}
