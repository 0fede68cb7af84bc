import { PenaltyType, WarningType } from '@pitboard/contract/enumerations'
import type { SessionDetail } from '@pitboard/contract/session'
import type { Text } from '../../../messages/create-text.ts'
import { infringementWords, penaltyWords } from '../../../timing/penalty-messages.ts'

export interface Incident {
  readonly name: string
  readonly lapNum: number
  /** Session time. */
  readonly timeMs: number
  readonly isPenalty: boolean
  readonly words: string
  readonly reason: string | null
}

/** Every penalty and warning of a session in the order they were given. */
export function incidentsOf({ drivers }: Pick<SessionDetail, 'drivers'>, text: Text): Incident[] {
  const incidents = drivers.flatMap(({ name, penalties, warnings }): Incident[] => [
    ...penalties.map((penalty) => ({
      name,
      lapNum: penalty.lapNum,
      timeMs: penalty.penaltyIssuedTime,
      isPenalty: true,
      words: penaltyWords(penalty.penaltyType, penalty.penaltyTime, text),
      reason:
        penalty.penaltyType === PenaltyType.Retired
          ? null
          : infringementWords(penalty.infringementType, text),
    })),
    ...warnings.map((warning) => ({
      name,
      lapNum: warning.lapNum,
      timeMs: warning.warningTime,
      isPenalty: false,
      words: text(
        warning.warningType === WarningType.CornerCutting
          ? 'session.trackLimits'
          : 'timing.warning',
      ),
      reason: infringementWords(warning.infringementType, text),
    })),
  ])
  return incidents.toSorted((a, b) => a.timeMs - b.timeMs)
}
