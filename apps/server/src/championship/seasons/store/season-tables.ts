import type { AdjustmentKind } from '@pitboard/contract/seasons/adjustment'
import type {
  Alias,
  EventFields,
  EventSessionFields,
  Publication,
  SeasonFields,
  Visibility,
} from '@pitboard/contract/seasons/season'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { FieldRefinements } from '../../../platform/db/field-columns.ts'
import type { SessionResult } from '../../standings/session-result.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'

declare module '../../../platform/db/tables.ts' {
  interface Refinements {
    season: FieldRefinements<SeasonFields> & {
      aliases: Alias[]
      dismissed_merges: string[][]
      visibility: Visibility
      search_name: GeneratedAlways<string>
    }
    season_event: FieldRefinements<Omit<EventFields, 'startsAt'>> & {
      starts_at: ColumnType<Date | null, string | null, string | null>
    }
    season_session: FieldRefinements<EventSessionFields>
    season_adjustment: {
      kind: AdjustmentKind
    }
    season_publication: {
      status: Publication['status']
    }
    session_result: {
      result: SessionResult
    }
  }
}

export type SeasonTable = Tables['season']
export type SeasonEventTable = Tables['season_event']
export type SeasonRow = Row<'season'>
