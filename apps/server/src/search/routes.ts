import type { FastifyInstance } from 'fastify'
import { search } from '@pitboard/contract/search'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { presentLeague, readVisible } from '../leagues/queries.ts'
import { searchLeagues } from '../leagues/search.ts'
import { route } from '../route.ts'
import { searchSeasons } from '../seasons/search.ts'
import { findSessions } from './find-sessions.ts'
import { findTracks } from './find-tracks.ts'
import { findUsers } from './find-users.ts'
import { comparingNames, foldName } from './name-match.ts'
import { readSessionWords } from './session-words.ts'
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
      findDriven(db, { name, words, limit }),
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

interface Asked {
  readonly name: string
  readonly words: readonly string[]
  readonly limit: number
}

/** Users, and the sessions that the words name: names are compared first, and apart from them. */
async function findDriven(db: Db, { name, words, limit }: Asked) {
  const named = readSessionWords(words)
  const { users, drivers } = await comparingNames(db, async (transaction) => {
    const users = await findUsers(transaction, name, limit)
    const drivers = named.user === name ? users : await findUsers(transaction, named.user, limit)
    return { users, drivers }
  })
  return { users, sessions: await findSessions(db, named, drivers, limit) }
}
