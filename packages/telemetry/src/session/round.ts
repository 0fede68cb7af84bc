/** Metres or metres a second as the wire carries them; never -0, which JSON does not know. */
export function toTenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}

/** The nearest whole number; never -0. */
export function toWhole(value: number): number {
  return Math.round(value) + 0
}
