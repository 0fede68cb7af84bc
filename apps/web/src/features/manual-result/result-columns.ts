import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { PlainKey } from '../../messages/create-text.ts'
import type { TypedField } from './result-rows.ts'

export interface TypedColumn {
  readonly field: TypedField
  readonly label: PlainKey
  /** A phone shows the keyboard for this kind of input. */
  readonly inputMode?: 'decimal' | 'numeric'
}

export const COLUMNS: readonly TypedColumn[] = [
  { field: 'name', label: 'organiser.driver' },
  { field: 'team', label: 'organiser.team' },
  { field: 'time', label: 'organiser.timeOrGap', inputMode: 'decimal' },
  { field: 'bestLap', label: 'organiser.bestLap', inputMode: 'decimal' },
  { field: 'laps', label: 'organiser.lapsDriven', inputMode: 'numeric' },
  { field: 'grid', label: 'organiser.grid', inputMode: 'numeric' },
  { field: 'penalty', label: 'organiser.penaltySeconds', inputMode: 'numeric' },
]

export const STATUSES = [
  [ResultStatus.Finished, 'organiser.finished'],
  [ResultStatus.Retired, 'timing.retired'],
  [ResultStatus.Disqualified, 'timing.disqualified'],
  [ResultStatus.NotClassified, 'timing.notClassified'],
  [ResultStatus.Inactive, 'organiser.didNotStart'],
] as const satisfies readonly (readonly [number, PlainKey])[]
