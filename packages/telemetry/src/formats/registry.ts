import { f1_2024 } from './f1-2024.ts'
import { f1_2025 } from './f1-2025.ts'

/** Every year that is understood; a new one is a file beside these and a line here. */
export const formats = { 2024: f1_2024, 2025: f1_2025 }

export type Format = keyof typeof formats
