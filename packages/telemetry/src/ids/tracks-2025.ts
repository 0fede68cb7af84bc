import { tracks as before } from './tracks-2023.ts'

/** Track ids that the 2025 appendix adds, and Madrid of the 2026 Season Pack. */
export const tracks: Readonly<Record<number, string>> = {
  ...before,
  39: 'Silverstone (Reverse)',
  40: 'Austria (Reverse)',
  41: 'Zandvoort (Reverse)',
  42: 'Madrid',
}
