import type { SearchResults } from '@pitboard/contract/search/search'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { EVENT_WORDS, TRACK_WORDS, TYPE_WORDS, wordSimilarity, wordsOf } from './vocabulary.ts'

const TRACKS = Object.entries(TRACK_WORDS).map(([id, words]) => {
  const trackId = Number(id)
  return { trackId, words: [...new Set([...wordsOf(trackName(trackId)), ...words.split(' ')])] }
})

/** The tracks that match a word, with their scores. */
export function tracksOfWord(typed: string): Map<number, number> {
  const scores = TRACKS.map(
    ({ trackId, words }) =>
      [trackId, Math.max(...words.map((word) => wordSimilarity(typed, word)))] as const,
  )
  return new Map(scores.filter(([, score]) => score > 0))
}

/** "Monaco GP" and "Monaco race" are Monaco. */
function isTrackWord(word: string): boolean {
  return !EVENT_WORDS.has(word) && !TYPE_WORDS.has(word)
}

/** Tracks that match every word, best first. */
export function findTracks(typed: readonly string[]): SearchResults['tracks'] {
  const [first, ...others] = typed.filter(isTrackWord).map(tracksOfWord)
  if (!first) return []
  const found = Array.from(first, ([trackId, score]) => ({
    trackId,
    score: others.reduce((sum, other) => sum * (other.get(trackId) ?? 0), score),
  }))
  return found
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.trackId - b.trackId)
    .map(({ trackId }) => {
      const name = trackName(trackId)
      return { trackId, name, matchedWord: matchedWordOf(trackId, typed.filter(isTrackWord)) }
    })
}

/** The other name of the track that matched; null if its own name did. */
function matchedWordOf(trackId: number, typed: readonly string[]): string | null {
  const own = wordsOf(trackName(trackId))
  const words = TRACKS.find((track) => track.trackId === trackId)?.words ?? []
  for (const one of typed) {
    if (own.some((word) => wordSimilarity(one, word) > 0)) continue
    const [best] = words
      .map((word) => ({ word, score: wordSimilarity(one, word) }))
      .toSorted((a, b) => b.score - a.score)
    if (best && best.score > 0) return best.word.charAt(0).toUpperCase() + best.word.slice(1)
  }
  return null
}
