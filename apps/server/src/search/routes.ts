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
    // Beside each other: together they would take too long to be waited for while typing.
    const [driven, leagues, seasons] = await Promise.all([
      comparingNames(db, async (transaction) => {
        const findOnce = createFindOnce((typed) => findUsers(transaction, typed, limit))
        const users = await findOnce(name)
        return { users, sessions: await findSessions(transaction, words, limit, findOnce) }
      }),
      comparingNames(db, async (transaction) => {
        const ids = await searchLeagues(transaction, name, viewerId, limit)
        return readVisible(transaction, ids, viewerId)
      }),
      comparingNames(db, (transaction) => searchSeasons(transaction, name, viewerId, limit)),
    ])
    return {
      users: driven.users.map(({ id, username, avatar_url }) => ({
        ...{ id, username: username ?? '', avatarUrl: avatar_url },
      })),
      leagues: leagues.map(presentLeague),
      seasons,
      sessions: driven.sessions,
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
