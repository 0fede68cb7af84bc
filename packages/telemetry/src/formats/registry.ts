import { f1_2022 } from './f1-2022.ts'
import { f1_2023 } from './f1-2023.ts'
import { f1_2024 } from './f1-2024.ts'
import { f1_2025 } from './f1-2025.ts'
import { f1_2026 } from './f1-2026.ts'

/** Every supported year is listed. A new year is a file beside these, its ids and a line here. */
export const formats = {
  2022: f1_2022,
  2023: f1_2023,
  2024: f1_2024,
  2025: f1_2025,
  2026: f1_2026,
}

export type Format = keyof typeof formats

/** The oldest year comes first. */
export const FORMATS: readonly Format[] = Object.values(formats).map(({ format }) => format)

/** Returns how many cars the packets of a year have room for. */
export function carSlotsOf(format: Format): number {
  const shape = formats[format].packets.participants.fields.cars?.shape
  return shape?.form === 'array' ? shape.count : 0
}

/** No year has more cars, so that a higher car index is not valid. */
export const CARS_MAX = Math.max(...FORMATS.map(carSlotsOf))
