import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Random } from './random.ts'
import { has, type Setup } from './setup.ts'

// Invented names: none of them is a real driver.
const surnames: readonly string[] = [
  ...'Varga, Lindqvist, Okonkwo, Tanaka, Moreau, Castellano, Brandt, Sorensen, Almeida'.split(', '),
  ...'Kovacs, Whitlock, Dubois, Petrenko, Haugen, Marchetti, Quiroga, Eklund, Van Daal'.split(', '),
  ...'Rasmussen, Ibarra, Novotny, Ferreira, Oyelaran, Zielinski'.split(', '),
]
const gamerTags: readonly string[] =
  'ApexFox, slipstream_jo, Kerb Rider, LateBraker77, Hairpin_Hal, undercut22'.split(', ')
const raceNumbers: readonly number[] = [
  5, 8, 12, 15, 17, 19, 21, 25, 28, 32, 34, 37, 42, 46, 51, 58, 64, 71, 76, 85, 93, 97, 40, 49,
]
const otherHumans: readonly number[] = [1, 13, 8]
const manyHumans: readonly number[] = [0, 1, 3, 4, 8]
const platforms: readonly number[] = [1, 3, 4, 1, 6, 3]
const TEAMS = 10
const CUSTOM_TEAM = 104

export function entriesOf(setup: Setup, random: Random): Entry[] {
  const { cars, format, hidden } = setup
  const names = random.shuffle(surnames)
  const teamStrength = random.shuffle(Array.from({ length: TEAMS }, (_, i) => i / TEAMS))
  const player = playerCarOf(cars)
  const candidates = setup.situations ? manyHumans : otherHumans
  const others = candidates.filter((index) => index < cars && index !== player)
  const humans = [player, ...others]
  const entries = Array.from({ length: cars }, (_, index) => {
    const seat = humans.indexOf(index)
    const human = seat >= 0
    const teamId = index < 2 * TEAMS ? Math.floor(index / 2) : CUSTOM_TEAM
    const surname = itemAt(names, index)
    const strength = teamStrength[teamId] ?? 0.5
    return {
      name: human ? itemAt(gamerTags, seat) : format < 2025 ? surname.toUpperCase() : surname,
      raceNumber: itemAt(raceNumbers, index),
      teamId,
      nationality: random.integer(1, 80),
      human,
      networkId: human ? seat : 255,
      platform: human ? itemAt(platforms, seat) : 255,
      driverId: human ? 255 : 160 + index,
      // The user's own telemetry is always there.
      restricted: human && seat >= 1 && seat <= hidden,
      skill: 0.984 + 0.008 * strength + random.between(0, 0.008),
    }
  })
  return setup.situations ? varyNames(setup, entries) : entries
}

/** One participant: who drives which car. */
export interface Entry {
  readonly name: string
  readonly raceNumber: number
  readonly teamId: number
  readonly nationality: number
  readonly human: boolean
  /** 255 for cars of the AI. */
  readonly networkId: number
  /** 1 Steam, 3 PlayStation, 4 Xbox, 255 unknown. */
  readonly platform: number
  readonly driverId: number
  readonly restricted: boolean
  /** What the game puts before the name: some names come with control bytes. */
  readonly nameLead?: string
  readonly hidesName?: boolean
  /** Share of the profile's speed that the driver reaches on a good lap. */
  readonly skill: number
}

/** The user's own car. */
export function playerCarOf(cars: number): number {
  return 6 % cars
}

const GENERIC_TEAM = 41
const LONGEST_SINCE_2025 = 31
const LONGEST_BEFORE = 47
const foreign: readonly string[] = ['王小明', 'Ångström', 'Мельник', 'Nuñez']

/** Names as online lobbies and other languages have them: hidden, equal, foreign, too long. */
function varyNames(setup: Setup, entries: readonly Entry[]): Entry[] {
  const player = playerCarOf(setup.cars)
  let dressed = [...entries]
  if (has(setup, 'foreignNames'))
    dressed = dressed.map((entry, i) => withForeignName(setup, entry, i))
  if (has(setup, 'equalDrivers')) dressed = withEqualDrivers(dressed, player)
  if (!has(setup, 'hiddenNames')) return dressed
  return dressed.map((entry, index) =>
    entry.human && index !== player
      ? { ...entry, name: 'Player', raceNumber: 2, teamId: GENERIC_TEAM, hidesName: true }
      : entry,
  )
}

function withForeignName({ format }: Setup, entry: Entry, index: number): Entry {
  if (entry.human)
    return index % 2 === 0 ? { ...entry, nameLead: '\u0002\u0001' } : withLongName(format, entry)
  return { ...entry, name: foreign[index % foreign.length] ?? entry.name }
}

/** Returns the entry with a long name. Since 2025 a name that does not fit ends in an ellipsis of three bytes. */
function withLongName(format: number, entry: Entry): Entry {
  const name = `${entry.name} ${'of the very long banner '.repeat(3)}`
  if (format < 2025) return { ...entry, name: name.slice(0, LONGEST_BEFORE).trim() }
  return { ...entry, name: `${name.slice(0, LONGEST_SINCE_2025 - 3).trim()}…` }
}

/** Two humans with the same name, number and team, as a known fault of the game makes them. */
function withEqualDrivers(entries: readonly Entry[], player: number): Entry[] {
  const [model, ...rest] = entries.filter((entry, index) => entry.human && index !== player)
  const { name, raceNumber, teamId, nameLead = '' } = model ?? {}
  if (name === undefined || raceNumber === undefined || teamId === undefined) return [...entries]
  return entries.map((entry) =>
    rest.includes(entry) ? { ...entry, name, nameLead, raceNumber, teamId } : entry,
  )
}
