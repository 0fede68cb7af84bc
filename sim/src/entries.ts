import { itemAt, type Random } from './random.ts'
import type { Setup } from './setup.ts'

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
  /** Share of the profile's speed that the driver reaches on a good lap. */
  readonly skill: number
}

/** The user's own car. */
export function playerCarOf(cars: number): number {
  return 6 % cars
}

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
]
const gamerTags: readonly string[] = ['ApexFox', 'slipstream_jo', 'Kerb Rider', 'LateBraker77']
const raceNumbers: readonly number[] = [
  5, 8, 12, 15, 17, 19, 21, 25, 28, 32, 34, 37, 42, 46, 51, 58, 64, 71, 76, 85, 93, 97,
]
const otherHumans: readonly number[] = [1, 13, 8]
const platforms: readonly number[] = [1, 3, 4, 1]
const TEAMS = 10
const CUSTOM_TEAM = 104

export function entriesOf({ cars, format, hidden }: Setup, random: Random): Entry[] {
  const names = random.shuffle(surnames)
  const teamStrength = random.shuffle(Array.from({ length: TEAMS }, (_, i) => i / TEAMS))
  const player = playerCarOf(cars)
  const others = otherHumans.filter((index) => index < cars && index !== player)
  const humans = [player, ...others]
  return Array.from({ length: cars }, (_, index) => {
    const seat = humans.indexOf(index)
    const human = seat >= 0
    const teamId = index < 2 * TEAMS ? Math.floor(index / 2) : CUSTOM_TEAM
    const surname = itemAt(names, index)
    const strength = teamStrength[teamId] ?? 0.5
    return {
      name: human ? itemAt(gamerTags, seat) : format === 2024 ? surname.toUpperCase() : surname,
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
}
