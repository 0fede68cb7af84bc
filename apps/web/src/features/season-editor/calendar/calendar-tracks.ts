import { allTracks } from '@pitboard/contract/sessions/track-names'

export interface FoundTrack {
  readonly trackId: number
  /** Where its name stands in the text. */
  readonly from: number
  readonly to: number
}

/** As places are called where the track is called otherwise. */
const PLACES: readonly (readonly [trackId: number, words: string])[] = [
  [0, 'albert park'],
  [1, 'le castellet'],
  [2, 'schanghai'],
  [4, 'barcelona,montmelo,katalonien'],
  [5, 'monte carlo,monte-carlo'],
  [6, 'gilles villeneuve'],
  [8, 'hockenheimring'],
  [9, 'budapest'],
  [10, 'spa-francorchamps,spa francorchamps,francorchamps'],
  [12, 'marina bay,singapur'],
  [14, 'yas marina,abu dabi'],
  [15, 'austin,cota'],
  [16, 'interlagos,sao paulo'],
  [17, 'red bull ring,spielberg'],
  [18, 'sotschi'],
  [19, 'mexico city,mexiko-stadt,mexiko stadt,hermanos rodriguez'],
  [20, 'baku'],
  [27, 'emilia-romagna,emilia romagna'],
  [28, 'algarve'],
  [29, 'dschidda'],
  [31, 'vegas'],
  [32, 'lusail'],
  [42, 'madring'],
]

/**
 * Countries name their first track, and only where no place does: "Imola, Italy" is Imola. Beside a
 * place they name nothing.
 */
const COUNTRIES: readonly (readonly [trackIds: readonly number[], words: string])[] = [
  [[0], 'australia,australian,australien'],
  [[1], 'france,french,frankreich'],
  [[2], 'china,chinese'],
  [[3, 21], 'bahrain'],
  [[4, 42], 'spain,spanish,spanien'],
  [[6], 'canada,canadian,kanada'],
  [
    [7, 22, 39],
    'great britain,united kingdom,uk,britain,british,england,großbritannien,grossbritannien',
  ],
  [[8], 'germany,german,deutschland'],
  [[9], 'hungary,hungarian,ungarn'],
  [[10], 'belgium,belgian,belgien'],
  [[11, 27], 'italy,italian,italien'],
  [[13, 24], 'japan,japanese'],
  [[14], 'united arab emirates,uae,vereinigte arabische emirate,vae'],
  [[15, 23, 30, 31], 'united states,usa,vereinigte staaten'],
  [[16], 'brazil,brazilian,brasilien'],
  [[17, 40], 'austria,austrian,österreich'],
  [[18], 'russia,russian,russland,rußland'],
  [[19], 'mexico,mexican,mexiko'],
  [[20], 'azerbaijan,aserbaidschan'],
  [[25], 'vietnam'],
  [[26, 41], 'netherlands,dutch,niederlande,holland'],
  [[28], 'portugal,portuguese'],
  [[29], 'saudi arabia,saudi-arabien,saudi arabien'],
  [[32], 'qatar,katar'],
]

interface Candidate {
  readonly trackId: number
  readonly pattern: RegExp
}

let places: readonly Candidate[] | undefined
let countries: readonly Candidate[] | undefined

/** The longest name of a place that stands in the text, else that of a country. */
export function findTrack(text: string): FoundTrack | null {
  places ??= candidates([...ownNames(), ...PLACES])
  countries ??= candidates(COUNTRIES.map(([[trackId = 0], words]) => [trackId, words]))
  const folded = foldInPlace(text)
  return firstIn(folded, places) ?? firstIn(folded, countries)
}

/** Whether the words are a place or country and nothing else; with a track, one where it lies. */
export function isPlace(words: string, trackId: number | null = null): boolean {
  const folded = foldInPlace(words)
  return placeNames().some(
    (place) => place.name === folded && (trackId === null || place.trackIds.includes(trackId)),
  )
}

let names: readonly { readonly trackIds: readonly number[]; readonly name: string }[] | undefined

function placeNames() {
  const ofTracks = [...ownNames(), ...PLACES].map(([id, words]) => [[id], words] as const)
  names ??= [...ofTracks, ...COUNTRIES].flatMap(([trackIds, words]) =>
    words.split(',').map((name) => ({ trackIds, name: foldInPlace(name) })),
  )
  return names
}

function firstIn(folded: string, known: readonly Candidate[]): FoundTrack | null {
  for (const { trackId, pattern } of known) {
    const found = pattern.exec(folded)
    if (found) return { trackId, from: found.index, to: found.index + found[0].length }
  }
  return null
}

function ownNames(): (readonly [number, string])[] {
  return allTracks().map(({ trackId, name }) => {
    const [short = name, beside = ''] = name.split(/ \(|\)/)
    const isVariant = name.includes('(Reverse)')
    // "Bahrain" is the country as well, which counts where no place does.
    return [trackId, isVariant ? [name, `${short} reverse`].join() : [name, short, beside].join()]
  })
}

/** The longest first: "Sakhir Short" before "Sakhir". */
function candidates(words: readonly (readonly [number, string])[]): Candidate[] {
  return words
    .flatMap(([trackId, names]) => names.split(',').map((name) => ({ trackId, name: name.trim() })))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ trackId, name }) => {
      const literal = foldInPlace(name).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      return { trackId, pattern: new RegExp(`(?<![a-z])${literal}(?![a-z])`) }
    })
}

/** Without accents and case, and of the same length, so that places in it are places in the text. */
function foldInPlace(text: string): string {
  return Array.from({ length: text.length }, (_, index) => foldUnit(text.charAt(index))).join('')
}

function foldUnit(unit: string): string {
  const plain = unit.normalize('NFD').charAt(0).toLowerCase()
  return plain.length === 1 ? plain : unit
}
