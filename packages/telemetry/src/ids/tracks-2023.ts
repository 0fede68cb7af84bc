import { tracks as before } from './tracks-2022.ts'

/** Track ids that the 2023 appendix adds. */
export const tracks: Readonly<Record<number, string>> = {
  ...before,
  31: 'Las Vegas',
  32: 'Losail',
}
