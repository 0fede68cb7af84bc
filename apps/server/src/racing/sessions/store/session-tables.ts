import type { SessionHighlights } from '@pitboard/contract/sessions/listed-session'
import type { GeneratedAlways, Insertable } from 'kysely'
import type { Row, Tables } from '../../../platform/db/tables.ts'

declare module '../../../platform/db/tables.ts' {
  interface Refinements {
    session: {
      internal_session_id: GeneratedAlways<number>
      status: 'live' | 'recorded'
      classification: 'final' | 'provisional'
      highlights: SessionHighlights | null
      origin: 'hand' | 'document'
    }
  }
}

export type SessionTable = Tables['session']
export type SessionRow = Row<'session'>
export type NewSession = Insertable<SessionTable>
