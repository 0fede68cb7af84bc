/** A tyre as the game numbers it. */
export interface Compound {
  readonly visual: number
  readonly actual: number
  /** Share of the profile's speed on a dry track when new. */
  readonly pace: number
  /** Loss of pace a lap. */
  readonly wear: number
}

export const soft: Compound = { visual: 16, actual: 18, pace: 1, wear: 0.0011 }
export const medium: Compound = { visual: 17, actual: 19, pace: 0.9965, wear: 0.0007 }
export const hard: Compound = { visual: 18, actual: 20, pace: 0.993, wear: 0.0004 }
export const intermediate: Compound = { visual: 7, actual: 7, pace: 0.952, wear: 0.0008 }

/** `wetness` is 0 on a dry track and 1 in heavy rain. */
export function gripOf(compound: Compound, wetness: number): number {
  return compound.visual === intermediate.visual ? compound.pace : compound.pace - 0.13 * wetness
}
