import { itemAt, type Random } from './random.ts'
import { disguise } from './disguise.ts'
import { playerCarOf, type Entry } from './entry.ts'
import type { Setup } from './setup.ts'

// Invented names: none of them is a real driver.
const surnames: readonly string[] = [
  'Varga',
  'Lindqvist',
  'Okonkwo',
  'Tanaka',
  'Moreau',
  'Castellano',
  'Brandt',
  'Sorensen',
  'Almeida',
  'Kovacs',
  'Whitlock',
  'Dubois',
  'Petrenko',
  'Haugen',
  'Marchetti',
  'Quiroga',
  'Eklund',
  'Van Daal',
  'Rasmussen',
  'Ibarra',
  'Novotny',
  'Ferreira',
  'Oyelaran',
  'Zielinski',
]
const gamerTags: readonly string[] = [
  'ApexFox',
  'slipstream_jo',
  'Kerb Rider',
  'LateBraker77',
  'Hairpin_Hal',
  'undercut22',
]
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
  return setup.situations ? disguise(setup, entries) : entries
}
