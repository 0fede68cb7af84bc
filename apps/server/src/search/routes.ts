import type { FastifyInstance } from 'fastify'
import { search } from '@pitboard/contract/search'
import type { AppContext } from '../context.ts'
import { presentLeague } from '../leagues/queries.ts'
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
    const found = await comparingNames(db, async (transaction) => ({
      users: await findUsers(transaction, name, limit),
      leagues: await searchLeagues(transaction, name, viewerId, limit),
      seasons: await searchSeasons(transaction, name, viewerId, limit),
      sessions: await findSessions(transaction, words, limit),
    }))
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
