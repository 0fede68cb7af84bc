import { f1_2022 } from './f1-2022.ts'
import { f1_2023 } from './f1-2023.ts'
import { f1_2024 } from './f1-2024.ts'
import { f1_2025 } from './f1-2025.ts'
import { f1_2026 } from './f1-2026.ts'

/** Every year that is understood; a new one is a file beside these and a line here. */
export const formats = {
  2022: f1_2022,
  2023: f1_2023,
  2024: f1_2024,
  2025: f1_2025,
  2026: f1_2026,
}

export type Format = keyof typeof formats
