import { tracksOfWord } from './find-tracks.ts'
import { EVENT_WORDS } from './track-words.ts'
import { TYPE_WORDS } from './type-words.ts'

/** Which sessions the typed words name; sessions have no names of their own. */
export interface SessionWords {
  /** The game's number of a session. */
  readonly uid: string | null
  /** Empty: of any kind. */
  readonly types: readonly number[]
  /** Null: at any track. */
  readonly trackIds: readonly number[] | null
  /** What names neither a track nor a kind: a user. */
  readonly user: string
}

/** Each word names a track or a kind of session, what is left the user who recorded it. */
export function readSessionWords(typed: readonly string[]): SessionWords {
  const [only = ''] = typed
  const isUid = typed.length === 1 && /^\d{8,20}$/.test(only)
  const types = typed.flatMap((word) => TYPE_WORDS.get(word) ?? [])
  const others = typed.filter((word) => !TYPE_WORDS.has(word))
  const named = others.map((word) => ({ word, tracks: meantTracks(tracksOfWord(word)) }))
  const trackSets = named.flatMap(({ tracks }) => (tracks.size > 0 ? [tracks] : []))
  const [first] = trackSets
  const trackIds = Array.from(first?.keys() ?? []).filter((id) =>
    trackSets.every((tracks) => tracks.has(id)),
  )
  // Beside a track "gp" is the event; alone a user may be called so.
  const isUser = (word: string) => first === undefined || !EVENT_WORDS.has(word)
  const user = named
    .flatMap(({ word, tracks }) => (tracks.size === 0 && isUser(word) ? [word] : []))
    .join(' ')
  return { uid: isUid ? only : null, types, trackIds: first ? trackIds : null, user }
}

/** "Spa" is Spa, and not the beginning of Spain, where a track is called exactly so. */
function meantTracks(found: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const exact = [...found].filter(([, score]) => score === 1)
  return exact.length > 0 ? new Map(exact) : found
}
