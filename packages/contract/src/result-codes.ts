import { ResultStatus } from './enumerations.ts'

const CODES: Readonly<Record<number, string>> = {
  [ResultStatus.DidNotFinish]: 'DNF',
  [ResultStatus.Disqualified]: 'DSQ',
  [ResultStatus.NotClassified]: 'NC',
  // The game tells it from the one above; timing screens and readers don't.
  [ResultStatus.Retired]: 'DNF',
}

/**
 * What stands in place of a place, as timing screens of every language write it: `DNF`, `DSQ`, `NC`;
 * null for a car that finished or is still driving. Pages, pictures and exports show the same.
 */
export function resultCode(resultStatus: number): string | null {
  return CODES[resultStatus] ?? null
}
