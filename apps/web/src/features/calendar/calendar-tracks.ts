import { allTracks } from '@pitboard/contract/sessions/track-names'
import { COUNTRY_WORDS, TRACK_PLACES } from '@pitboard/contract/sessions/track-places'

export interface FoundTrack {
  readonly trackId: number
  /** Its name stands there in the text. */
  readonly from: number
  readonly to: number
}

interface Candidate {
  readonly trackId: number
  readonly pattern: RegExp
}

/** People call a track or its country this. */
interface Name {
  readonly name: string
  /** A country's name stands for the first of its tracks. */
  readonly trackIds: readonly number[]
}

let nameTables:
  | {
      readonly names: ReadonlyMap<string, readonly Name[]>
      readonly places: readonly Candidate[]
      readonly countries: readonly Candidate[]
    }
  | undefined

function readNames() {
  if (nameTables) return nameTables
  const places = [...ownNames(), ...placeNames()]
  const countries = countryNames()
  nameTables = {
    names: Map.groupBy([...places, ...countries], ({ name }) => foldHyphens(foldInPlace(name))),
    places: candidates(places),
    countries: candidates(countries),
  }
  return nameTables
}

/**
 * Finds the longest name of a place that stands in the text. A country counts only where no place does: "Imola, Italy"
 * is Imola.
 */
export function findTrack(text: string): FoundTrack | null {
  const { places, countries } = readNames()
  const folded = foldInPlace(text)
  return firstIn(folded, places) ?? firstIn(folded, countries)
}

/** Returns whether the words are a place or country and nothing else; with a track, one where it lies. */
export function isPlace(words: string, trackId: number | null = null): boolean {
  const named = readNames().names.get(foldHyphens(foldInPlace(words))) ?? []
  return named.some(({ trackIds }) => trackId === null || trackIds.includes(trackId))
}

function firstIn(folded: string, known: readonly Candidate[]): FoundTrack | null {
  for (const { trackId, pattern } of known) {
    const found = pattern.exec(folded)
    if (found) return { trackId, from: found.index, to: found.index + found[0].length }
  }
  return null
}

function ownNames(): Name[] {
  return allTracks().flatMap(({ trackId, name }) => {
    const [short = name, beside = ''] = name.split(/ \(|\)/)
    // "Bahrain" is the country as well, which counts where no place does.
    const names = name.includes('(Reverse)') ? [name, `${short} reverse`] : [name, short, beside]
    return names.filter((one) => one !== '').map((one) => ({ name: one, trackIds: [trackId] }))
  })
}

function placeNames(): Name[] {
  return Object.entries(TRACK_PLACES).flatMap(([id, { places }]) =>
    places.map((name) => ({ name, trackIds: [Number(id)] })),
  )
}

function countryNames(): Name[] {
  return Object.entries(COUNTRY_WORDS).flatMap(([country, words]) => {
    const trackIds = Object.keys(TRACK_PLACES)
      .map(Number)
      .filter((trackId) => TRACK_PLACES[trackId]?.country === country)
    return words.map((name) => ({ name, trackIds }))
  })
}

/** The longest comes first: "Sakhir Short" before "Sakhir". */
function candidates(names: readonly Name[]): Candidate[] {
  return names
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ name, trackIds: [trackId = 0] }) => {
      const literal = foldInPlace(name).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      const pattern = new RegExp(`(?<![a-z])${literal.replaceAll(/[ -]/g, '[ -]')}(?![a-z])`)
      return { trackId, pattern }
    })
}

/** "Saudi-Arabien" and "Saudi Arabien" are the same. */
function foldHyphens(words: string): string {
  return words.replaceAll('-', ' ')
}

/** Removes accents and case, but keeps the length, so that positions in the result are positions in the text. */
function foldInPlace(text: string): string {
  return Array.from({ length: text.length }, (_, index) => foldUnit(text.charAt(index))).join('')
}

function foldUnit(unit: string): string {
  const plain = unit.normalize('NFD').charAt(0).toLowerCase()
  return plain.length === 1 ? plain : unit
}
