import type { TokenScope } from '@pitboard/contract/wire/token-scopes'
import type { Row } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    personal_access_token: {
      scopes: TokenScope[]
    }
  }
}

export type PersonalAccessTokenRow = Row<'personal_access_token'>
export type RecorderKey = Row<'recorder_key'>
