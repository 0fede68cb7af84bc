import type { FastifyInstance } from 'fastify'
import { search } from '@pitboard/contract/search'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { presentLeague, readVisible } from '../leagues/queries.ts'
import { searchLeagues } from '../leagues/search.ts'
import { route } from '../../accounts/access/route.ts'
import { readFoundSeasons, searchSeasons } from '../seasons/search.ts'
import { type Asked, DRIVERS_MAX, findKind } from './find-kind.ts'
import { findSessionIds, readSessions } from './find-sessions.ts'
import { findTracks } from './find-tracks.ts'
import { findUserIds, readUsers } from './find-users.ts'
import { comparingNames, foldName } from '../../platform/db/name-match.ts'
import { readSessionWords } from './session-words.ts'
import { wordsOf } from './word-match.ts'

const LIMIT = 10
const WORDS_MAX = 6

export function registerSearch(app: FastifyInstance, { db }: AppContext): void {
  route(app, search.all, async ({ user, query, list }) => {
    const { q, limit = LIMIT, kind } = query
    const viewerId = user?.userId ?? null
    const asked = { name: foldName(q), words: wordsOf(q).slice(0, WORDS_MAX), viewerId }
    if (!kind) return findAll(db, asked, limit)
    const { page, pageSize = limit } = query
    const found = await findKind(db, asked, { kind, page: page ?? 1, limit: pageSize })
    list.describe({ total: found.count ?? null, pageSize })
    return found
  })
}

/** The kinds beside each other: together they would take too long to be waited for while typing. */
async function findAll(db: Db, { name, words, viewerId }: Asked, limit: number) {
  const [driven, leagues, seasons] = await Promise.all([
    findDriven(db, { name, words, limit }),
    comparingNames(db, async (transaction) => {
      const ids = await searchLeagues(transaction, name, viewerId, limit)
      return readVisible(transaction, ids, viewerId)
    }),
    comparingNames(db, async (transaction) => {
      const ids = await searchSeasons(transaction, name, viewerId, limit)
      return readFoundSeasons(transaction, ids, viewerId)
    }),
  ])
  const tracks = findTracks(words).slice(0, limit)
  return { ...driven, leagues: leagues.map(presentLeague), seasons, tracks }
}

/** Users, and the sessions that the words name: names are compared first, and apart from them. */
async function findDriven(
  db: Db,
  { name, words, limit }: Pick<Asked, 'name' | 'words'> & { readonly limit: number },
) {
  const named = readSessionWords(words)
  const { users, drivers } = await comparingNames(db, async (transaction) => {
    const ids = await findUserIds(transaction, name, limit)
    const isSame = named.user === name
    const drivers = isSame ? ids : await findUserIds(transaction, named.user, DRIVERS_MAX)
    return { users: await readUsers(transaction, ids), drivers }
  })
  const ids = await findSessionIds(db, named, drivers, limit)
  return { users, sessions: await readSessions(db, ids) }
}
