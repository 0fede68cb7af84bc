import { TyreCompound } from '@pitboard/contract/enumerations'

const { Soft, Medium, Hard, Intermediate, Wet } = TyreCompound

/**
 * Visual compounds of every formula as the specification numbers those of F1. A classic car's dry
 * tyre (9) and the super soft of F2 (19) have no counterpart and stay what they are.
 */
export const tyreCompounds: Readonly<Record<number, number>> = {
  7: Intermediate,
  8: Wet,
  9: 9,
  10: Wet,
  15: Wet,
  16: Soft,
  17: Medium,
  18: Hard,
  19: 19,
  20: Soft,
  21: Medium,
  22: Hard,
}

/** Actual compounds: of F1, of classic cars (9, 10) and of F2 (11-15). */
export const actualTyreCompounds: Readonly<Record<number, string>> = {
  7: 'Intermediate',
  8: 'Wet',
  9: 'Dry',
  10: 'Wet',
  11: 'Super Soft',
  12: 'Soft',
  13: 'Medium',
  14: 'Hard',
  15: 'Wet',
  16: 'C5',
  17: 'C4',
  18: 'C3',
  19: 'C2',
  20: 'C1',
  21: 'C0',
  22: 'C6',
}
