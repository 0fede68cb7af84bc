import { nationalities as before } from './nationalities-2022.ts'

/** Nationality ids that are new or spelled anew in the 2024 appendix. */
export const nationalities: Readonly<Record<number, string>> = {
  ...before,
  88: 'Algerian',
  89: 'Bosnian',
  90: 'Filipino',
}
