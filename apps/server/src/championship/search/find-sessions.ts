import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { readListedSessions, toListedSession } from '../../racing/sessions/store/listed-sessions.ts'
import { tracksOfWord } from './find-tracks.ts'
import { EVENT_WORDS, TYPE_WORDS } from './vocabulary.ts'

const USERS_MAX = 5

/** Finds the ids of recorded sessions that match the words, newest first; `userIds` match the name of the user. */
export async function findSessionIds(
  db: Db,
  words: SessionWords,
  userIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const found = sessionsQuery(words, userIds, limit)
  if (!found) return []
  const { rows } = await found.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns null if the words match no session. */
function sessionsQuery(
  { uid, types, trackIds, user }: SessionWords,
  userIds: readonly string[],
  limit: number,
): RawBuilder<{ id: string }> | null {
  if (uid !== null) return newest(sql`game_session_id = ${uid} and status = 'recorded'`, limit)
  const saysNothing = types.length === 0 && trackIds === null && user === ''
  if (saysNothing || trackIds?.length === 0 || (user !== '' && userIds.length === 0)) return null
  const conditions = [
    sql`status = 'recorded'`,
    ...(trackIds ? [sql`track_id = any(${trackIds}::int[])`] : []),
    ...(types.length > 0 ? [sql`session_type = any(${types}::int[])`] : []),
  ]
  const condition = sql.join(conditions, sql` and `)
  if (user === '') return newest(condition, limit)
  // An index finds the newest sessions of each user, but not of several users together.
  const ofUser = sql`user_id = named_user.id and ${condition}`
  return sql`
    select found.id from unnest(${userIds.slice(0, USERS_MAX)}::uuid[]) as named_user (id)
    cross join lateral (${newest(ofUser, limit)}) as found
    order by found.started_at desc, found.id desc limit ${sql.lit(limit)}`
}

function newest(condition: RawBuilder<unknown>, limit: number): RawBuilder<{ id: string }> {
  return sql`select session.id, session.started_at from session where ${condition}
    order by started_at desc, session.id desc limit ${sql.lit(limit)}`
}

/** Reads them in the order of the ids. */
export async function readSessions(
  db: Db,
  ids: readonly string[],
  viewerId: string | null,
): Promise<ListedSession[]> {
  const rows = await readListedSessions(db, ids, viewerId)
  return rows.map(toListedSession)
}

/** The words mean this, since sessions have no names of their own. */
interface SessionWords {
  /** It is the game's session id. */
  readonly uid: string | null
  /** An empty list means sessions of any kind. */
  readonly types: readonly number[]
  /** Null stands for any track. */
  readonly trackIds: readonly number[] | null
  /** The other words name a user. */
  readonly user: string
}

/** A word names a track, a session type or else the user who recorded the session. */
export function readSessionWords(typed: readonly string[]): SessionWords {
  const [only = ''] = typed
  const isUid = typed.length === 1 && /^\d{8,20}$/.test(only)
  const types = typed.flatMap((word) => TYPE_WORDS.get(word) ?? [])
  const others = typed.filter((word) => !TYPE_WORDS.has(word))
  const named = others.map((word) => ({ word, tracks: likelyTracks(tracksOfWord(word)) }))
  const trackSets = named.flatMap(({ tracks }) => (tracks.size > 0 ? [tracks] : []))
  const [first] = trackSets
  const trackIds = Array.from(first?.keys() ?? []).filter((id) =>
    trackSets.every((tracks) => tracks.has(id)),
  )
  // The word "gp" beside a track means the event; alone it may be a username.
  const isUser = (word: string) => first === undefined || !EVENT_WORDS.has(word)
  const user = named
    .flatMap(({ word, tracks }) => (tracks.size === 0 && isUser(word) ? [word] : []))
    .join(' ')
  return { uid: isUid ? only : null, types, trackIds: first ? trackIds : null, user }
}

/** "Spa" is the track Spa, not the beginning of "Spain": exact matches win. */
function likelyTracks(found: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const exact = [...found].filter(([, score]) => score === 1)
  return exact.length > 0 ? new Map(exact) : found
}
