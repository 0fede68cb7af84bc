import type { FastifyInstance } from 'fastify'
import { search } from '@pitboard/contract/search'
import type { AppContext } from '../context.ts'
import { presentLeague, readVisible } from '../leagues/queries.ts'
import { searchLeagues } from '../leagues/search.ts'
import { route } from '../route.ts'
import { searchSeasons } from '../seasons/search.ts'
import { findSessions } from './find-sessions.ts'
import { findTracks } from './find-tracks.ts'
import { findUsers } from './find-users.ts'
import { comparingNames, foldName } from './name-match.ts'
import { wordsOf } from './word-match.ts'

const LIMIT = 10
const WORDS_MAX = 6

export function registerSearch(app: FastifyInstance, { db }: AppContext): void {
  route(app, search.all, async ({ user, query: { q, limit = LIMIT } }) => {
    const viewerId = user?.userId ?? null
    const name = foldName(q)
    const words = wordsOf(q).slice(0, WORDS_MAX)
    const found = await comparingNames(db, async (transaction) => {
      const findOnce = createFindOnce((typed) => findUsers(transaction, typed, limit))
      const leagueIds = await searchLeagues(transaction, name, viewerId, limit)
      return {
        users: await findOnce(name),
        leagues: await readVisible(transaction, leagueIds, viewerId),
        seasons: await searchSeasons(transaction, name, viewerId, limit),
        sessions: await findSessions(transaction, words, limit, findOnce),
      }
    })
    return {
      users: found.users.map(({ id, username, avatar_url }) => ({
        ...{ id, username: username ?? '', avatarUrl: avatar_url },
      })),
      leagues: found.leagues.map(presentLeague),
      seasons: found.seasons,
      sessions: found.sessions,
      tracks: findTracks(words).slice(0, limit),
    }
  })
}

/** Users are looked for by all words, and by those that name nothing else: mostly the same. */
function createFindOnce<T>(find: (typed: string) => Promise<T>): (typed: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (typed) => {
    const found = known.get(typed) ?? find(typed)
    known.set(typed, found)
    return found
  }
}
