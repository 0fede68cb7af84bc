import { structureOf, weekendKindsOf } from '../packets/session.ts'
import { toldTypeOf } from '../session-types.ts'
import { has, type Setup } from '../setup.ts'
import { isRaceKind } from '../situations.ts'

/** Before 2024 the game does not tell it. */
export function structureTold(setup: Setup): number[] {
  if (setup.format < 2024) return []
  return weekendKindsOf(setup).map((kind) => toldTypeOf(kind, setup.format, numberingOf(setup)))
}

/** By the order of the weekend, since the numbers do not tell the sprint from the race. */
export function raceKindOf(setup: Setup, unknowable: string[]): 'sprint' | 'main' | null {
  const { kind, format, weekend } = setup
  if (!isRaceKind(kind)) return null
  const isAmbiguous =
    numberingOf(setup) === 'bothAreRace' && structureOf(setup).length > 1 && !weekend?.isHeardWhole
  const hasSprint = weekend?.kinds.includes('sprint') ?? false
  if (format < 2024 || (isAmbiguous && hasSprint)) {
    unknowable.push('raceKind')
    return null
  }
  return kind === 'sprint' ? 'sprint' : 'main'
}

function numberingOf({ weekend }: Setup) {
  return weekend?.numbering ?? 'bothAreRace'
}

/** What a year does not send and is made of other data, in the words of the contract. */
export function derivedOf(setup: Setup, isFinal: boolean): string[] {
  const { kind, format } = setup
  const isDecided = !has(setup, 'leftEarly')
  const isRace = isRaceKind(kind)
  return [
    ...(format < 2023 && isRace ? ['overtakes'] : []),
    ...(isRace && (format < 2023 || isDecided)
      ? ['drivers.deltaToCarAhead', 'drivers.deltaToLeader']
      : []),
    ...(format < 2023
      ? ['numberOfSafetyCars', 'numberOfVirtualSafetyCars', 'drivers.totalCornerCutWarnings']
      : []),
    ...(isFinal ? [] : ['drivers.finishingPosition']),
    ...(isFinal || !isRace ? [] : ['drivers.totalRaceTime']),
  ]
}
