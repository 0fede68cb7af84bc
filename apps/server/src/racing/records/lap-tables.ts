import type {
  Assist,
  CarPerformance,
  Formula,
  LapWeather,
  TyreClass,
} from '@pitboard/contract/records/lap-category'
import type { TraceContradiction, WithheldReason } from '@pitboard/contract/records/records'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import type { GeneratedAlways } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    driven_lap: {
      session_kind: SessionKind
      tyre_class: TyreClass
      weather: LapWeather
      withheld: WithheldReason
      formula: Formula
      performance: CarPerformance
      assists: Assist[]
      driven_at: GeneratedAlways<Date | null>
      has_trace: GeneratedAlways<boolean>
    }
    lap_trace: {
      contradiction: TraceContradiction
    }
  }
}

export type DrivenLapTable = Tables['driven_lap']
