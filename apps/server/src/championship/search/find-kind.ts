import { SEARCH_FOUND_MAX, type SearchKind, type SearchResults } from '@pitboard/contract/search'
import type { Db } from '../../platform/db/tables.ts'
import { presentLeague, readVisible } from '../leagues/queries.ts'
import { searchLeagues } from '../leagues/search.ts'
import { readFoundSeasons, searchSeasons } from '../seasons/search.ts'
import { findSessionIds, readSessions } from './find-sessions.ts'
import { findTracks } from './find-tracks.ts'
import { findUserIds, readUsers } from './find-users.ts'
import { comparingNames } from '../../platform/db/name-match.ts'
import { readSessionWords } from './session-words.ts'

export interface Asked {
  readonly name: string
  readonly words: readonly string[]
  readonly viewerId: string | null
}

interface PageOfKind {
  readonly kind: SearchKind
  /** From 1. */
  readonly page: number
  readonly limit: number
}

const NOTHING: SearchResults = { users: [], leagues: [], seasons: [], sessions: [], tracks: [] }
/** As many as a search of everything takes for the user that the words of a session name. */
export const DRIVERS_MAX = 10

/** A page of one kind, with how many there are. */
export async function findKind(
  db: Db,
  asked: Asked,
  { kind, page, limit }: PageOfKind,
): Promise<SearchResults> {
  const { name, words, viewerId } = asked
  const pageOf = <T>(found: readonly T[]) => found.slice((page - 1) * limit, page * limit)
  const named = (find: (db: Db) => Promise<string[]>) => comparingNames(db, find)
  switch (kind) {
    case 'users': {
      const ids = await named((each) => findUserIds(each, name, SEARCH_FOUND_MAX))
      return { ...NOTHING, users: await readUsers(db, pageOf(ids)), count: ids.length }
    }
    case 'leagues': {
      const ids = await named((each) => searchLeagues(each, name, viewerId, SEARCH_FOUND_MAX))
      const leagues = await readVisible(db, pageOf(ids), viewerId)
      return { ...NOTHING, leagues: leagues.map(presentLeague), count: ids.length }
    }
    case 'seasons': {
      const ids = await named((each) => searchSeasons(each, name, viewerId, SEARCH_FOUND_MAX))
      const seasons = await readFoundSeasons(db, pageOf(ids), viewerId)
      return { ...NOTHING, seasons, count: ids.length }
    }
    case 'sessions': {
      const driven = readSessionWords(words)
      const userIds = await named((each) => findUserIds(each, driven.user, DRIVERS_MAX))
      const ids = await findSessionIds(db, driven, userIds, SEARCH_FOUND_MAX)
      return { ...NOTHING, sessions: await readSessions(db, pageOf(ids)), count: ids.length }
    }
    case 'tracks': {
      const tracks = findTracks(words)
      return { ...NOTHING, tracks: pageOf(tracks), count: tracks.length }
    }
  }
}
