import type { SearchResults, TrackMatch } from '@pitboard/contract/search/search'
import { TRACK_IDS, trackName } from '@pitboard/contract/sessions/track-names'
import { COUNTRY_WORDS, TRACK_PLACES } from '@pitboard/contract/sessions/track-places'
import { EVENT_WORDS, TYPE_WORDS, wordSimilarity, wordsOf } from './vocabulary.ts'

/** The word finds a track, and is this to the track. */
interface KnownWord {
  readonly word: string
  readonly by: TrackMatch['by']
  readonly value: string
}

/** A word with a lower score only resembles the typed text: it neither equals it nor begins with it. */
const SIMILAR_BELOW = 0.9

/** They are in names of leagues and users, too, and identify no track. */
const CITY_WORDS = new Set(['city', 'stadt'])

/** The words of each track begin with those of its own name, so that they are the reason where two match. */
const WORDS = new Map(TRACK_IDS.map((trackId) => [trackId, knownWords(trackId)]))

function knownWords(trackId: number): KnownWord[] {
  const name = trackName(trackId)
  const { country = '', places = [] } = TRACK_PLACES[trackId] ?? {}
  return [
    ...wordsOf(name).map((word) => ({ word, by: 'name' as const, value: name })),
    ...places.flatMap((value) =>
      wordsOf(value)
        .filter((word) => !CITY_WORDS.has(word))
        .map((word) => ({ word, by: 'place' as const, value })),
    ),
    ...(COUNTRY_WORDS[country] ?? []).flatMap((text) =>
      wordsOf(text).map((word) => ({ word, by: 'country' as const, value: country })),
    ),
  ]
}

/** Returns the tracks that match a word, with their scores. */
export function tracksOfWord(typed: string): Map<number, number> {
  const scores = Array.from(
    WORDS,
    ([trackId, words]) =>
      [trackId, Math.max(...words.map(({ word }) => wordSimilarity(typed, word)))] as const,
  )
  return new Map(scores.filter(([, score]) => score > 0))
}

/** "Monaco GP" and "Monaco race" are Monaco. */
function isTrackWord(word: string): boolean {
  return !EVENT_WORDS.has(word) && !TYPE_WORDS.has(word)
}

/**
 * Finds the tracks that match every word: the one of this name comes first, then the best matches. A user who types the
 * name of a track means it, and not a country that begins like it: "spa" is not Spain.
 */
export function findTracks(typed: readonly string[]): SearchResults['tracks'] {
  const words = typed.filter(isTrackWord)
  const found = rankTracks(words)
  const isNamed = found.some(({ name }) => isName(name, words))
  return isNamed ? found.filter(({ match }) => match.by !== 'country') : found
}

function rankTracks(words: readonly string[]): SearchResults['tracks'] {
  const [first, ...others] = words.map(tracksOfWord)
  if (!first) return []
  return Array.from(first, ([trackId, score]) => ({
    trackId,
    name: trackName(trackId),
    match: matchOf(trackId, words),
    score: others.reduce((product, other) => product * (other.get(trackId) ?? 0), score),
  }))
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) =>
        Number(isName(b.name, words)) - Number(isName(a.name, words)) ||
        b.score - a.score ||
        Number(b.match.by === 'name') - Number(a.match.by === 'name') ||
        a.trackId - b.trackId,
    )
    .map(({ trackId, name, match }) => ({ trackId, name, match }))
}

function isName(name: string, words: readonly string[]): boolean {
  return wordsOf(name).join(' ') === words.join(' ')
}

/** Returns why it is found: the first word that its own name does not explain, else its name. */
function matchOf(trackId: number, typed: readonly string[]): TrackMatch {
  const reasons = typed.flatMap((one) => {
    const [best] = (WORDS.get(trackId) ?? [])
      .map((known) => ({ ...known, score: wordSimilarity(one, known.word) }))
      .toSorted((a, b) => b.score - a.score)
    return best && best.score > 0 ? [best] : []
  })
  const reason = reasons.find(({ by }) => by !== 'name')
  return {
    by: reason?.by ?? 'name',
    value: reason?.value ?? trackName(trackId),
    isSimilar: reasons.some(({ score }) => score < SIMILAR_BELOW),
  }
}
