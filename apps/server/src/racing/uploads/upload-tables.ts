import type { Row } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    job: {
      result: object | null
      failure: object | null
    }
  }
}

export type StoredJob = Row<'job'>
