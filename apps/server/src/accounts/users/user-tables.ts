import type { GeneratedAlways } from 'kysely'
import type { Row } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    user: {
      search_name: GeneratedAlways<string | null>
    }
  }
}

export type User = Row<'user'>
