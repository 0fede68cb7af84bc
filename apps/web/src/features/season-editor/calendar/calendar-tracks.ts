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
  [4, 'barcelona,montmelo'],
  [5, 'monte carlo,monte-carlo'],
  [6, 'gilles villeneuve'],
  [8, 'hockenheimring'],
  [9, 'budapest'],
  [10, 'spa-francorchamps,spa francorchamps,francorchamps'],
  [12, 'marina bay,singapur'],
  [14, 'yas marina'],
  [15, 'austin,cota'],
  [16, 'interlagos,sao paulo'],
  [17, 'red bull ring,spielberg'],
  [19, 'mexico city,hermanos rodriguez'],
  [20, 'baku'],
  [27, 'emilia-romagna,emilia romagna'],
  [28, 'algarve'],
  [31, 'vegas'],
  [32, 'lusail'],
]

/** Countries name a track only where no place does: "Imola, Italy" is Imola. */
const COUNTRIES: readonly (readonly [trackId: number, words: string])[] = [
  [0, 'australia,australian,australien'],
  [1, 'france,french,frankreich'],
  [2, 'china,chinese'],
  [3, 'bahrain'],
  [4, 'spain,spanish,spanien'],
  [6, 'canada,canadian,kanada'],
  [7, 'great britain,britain,british,england,grossbritannien'],
  [8, 'germany,german,deutschland'],
  [9, 'hungary,hungarian,ungarn'],
  [10, 'belgium,belgian,belgien'],
  [11, 'italy,italian,italien'],
  [13, 'japan,japanese'],
  [15, 'united states,usa'],
  [16, 'brazilian,brasilien'],
  [17, 'austrian,osterreich'],
  [18, 'russia,russian,russland'],
  [19, 'mexican,mexiko'],
  [20, 'azerbaijan,aserbaidschan'],
  [25, 'vietnam'],
  [26, 'netherlands,dutch,niederlande'],
  [28, 'portugal,portuguese'],
  [29, 'saudi arabia,saudi-arabien'],
  [32, 'qatar,katar'],
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
  countries ??= candidates(COUNTRIES)
  const folded = foldInPlace(text)
  return firstIn(folded, places) ?? firstIn(folded, countries)
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
