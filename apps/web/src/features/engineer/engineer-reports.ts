import { createStore } from '../../state/store.ts'

export interface EngineerReport {
  readonly id: number
  readonly sentence: string
  readonly isSpoken: boolean
}

const REPORTS_MAX = 12

/** The newest comes first. */
export const engineerReports = createStore<readonly EngineerReport[]>([])

export function addReport(sentence: string, isSpoken: boolean): void {
  const reports = engineerReports.get()
  const id = (reports[0]?.id ?? 0) + 1
  engineerReports.set([{ id, sentence, isSpoken }, ...reports].slice(0, REPORTS_MAX))
}
