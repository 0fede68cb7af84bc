import type { PositionBand } from '@pitboard/analysis/outlook/position-band'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'

/** A listener chooses from these. */
export const ENGINEER_TOPICS = [
  'gaps',
  'battles',
  'stops',
  'laps',
  'penalties',
  'flags',
  'points',
] as const
export type EngineerTopic = (typeof ENGINEER_TOPICS)[number]

/** A call names another car by its driver, or by its number where the game hides the name. */
export interface Rival {
  readonly name: string
  /** It is null where the gap is unknown. */
  readonly gapMs: number | null
  /** This many whole laps are between the cars: where there are any, they are the gap. */
  readonly laps: number
}

/** The car is so close that its gap is known. */
export interface CloseRival extends Pick<Rival, 'name'> {
  readonly gapMs: number
}

export type LapMark = 'sessionBest' | 'personalBest' | 'invalid' | null

/** The race engineer reports this; the words follow from it (`call-sentence.ts`). */
export type EngineerCall =
  | {
      readonly kind: 'gaps'
      readonly position: number
      readonly ahead: Rival | null
      readonly behind: Rival | null
    }
  | { readonly kind: 'attack' | 'defence'; readonly rival: CloseRival }
  | {
      readonly kind: 'gained' | 'lost'
      readonly rivalName: string
      readonly position: number
    }
  | { readonly kind: 'rivalPits'; readonly rivalName: string; readonly side: 'ahead' | 'behind' }
  | {
      readonly kind: 'stop'
      /** This many laps are left until the expected end of the stint; null behind a safety car. */
      readonly lapsLeft: number | null
      readonly position: number
      readonly band: PositionBand | null
      readonly aheadName: string | null
    }
  | {
      readonly kind: 'lapTime'
      readonly lapMs: number
      readonly mark: LapMark
      /** Outside races it says where the best lap ranks, and what it lacks to the first. */
      readonly ranked: { readonly position: number; readonly toFirstMs: number | null } | null
    }
  | {
      readonly kind: 'sector'
      readonly sector: 1 | 2
      readonly timeMs: number
      readonly mark: LapMark
      /** The difference is to the driver's best sector; null for the first lap. */
      readonly deltaMs: number | null
    }
  | { readonly kind: 'dropZone' | 'safe'; readonly position: number }
  | { readonly kind: 'lapsLeft'; readonly laps: number }
  | { readonly kind: 'minutesLeft'; readonly minutes: number }
  | {
      readonly kind: 'finished'
      readonly position: number
      /** It is the position with the time penalties of all cars, as the gaps are at this moment. */
      readonly netPosition: number
    }
  | {
      readonly kind: 'event'
      readonly topic: 'penalties' | 'flags'
      readonly event: SessionEvent
      readonly driverName: string
    }
  | { readonly kind: 'yellow'; readonly sector: number | null }
  | { readonly kind: 'clear' }
  | { readonly kind: 'points'; readonly seasonPosition: number; readonly points: number }

export type CallKind = EngineerCall['kind']

interface CallRule {
  readonly topic: EngineerTopic
  /** Later the sentence would no longer be true, or no longer be news. */
  readonly staleAfterMs: number
  /** The same kind is not repeated sooner: cars may leave and enter a second again and again. */
  readonly repeatAfterMs: number
  /** It is spoken before what waits. */
  readonly isUrgent: boolean
}

const NEWS = { repeatAfterMs: 0, isUrgent: false }

export const CALL_RULES: Readonly<Record<CallKind, CallRule>> = {
  gaps: { ...NEWS, topic: 'gaps', staleAfterMs: 6_000 },
  sector: { ...NEWS, topic: 'gaps', staleAfterMs: 5_000 },
  attack: { topic: 'battles', staleAfterMs: 5_000, repeatAfterMs: 45_000, isUrgent: false },
  defence: { topic: 'battles', staleAfterMs: 5_000, repeatAfterMs: 45_000, isUrgent: false },
  gained: { ...NEWS, topic: 'battles', staleAfterMs: 8_000 },
  lost: { ...NEWS, topic: 'battles', staleAfterMs: 8_000 },
  rivalPits: { ...NEWS, topic: 'stops', staleAfterMs: 10_000 },
  stop: { topic: 'stops', staleAfterMs: 12_000, repeatAfterMs: 20_000, isUrgent: false },
  lapTime: { ...NEWS, topic: 'laps', staleAfterMs: 10_000 },
  dropZone: { topic: 'gaps', staleAfterMs: 10_000, repeatAfterMs: 10_000, isUrgent: false },
  safe: { topic: 'gaps', staleAfterMs: 10_000, repeatAfterMs: 10_000, isUrgent: false },
  lapsLeft: { ...NEWS, topic: 'laps', staleAfterMs: 15_000 },
  minutesLeft: { ...NEWS, topic: 'laps', staleAfterMs: 15_000 },
  finished: { ...NEWS, topic: 'laps', staleAfterMs: 30_000 },
  event: { topic: 'flags', staleAfterMs: 15_000, repeatAfterMs: 0, isUrgent: true },
  yellow: { topic: 'flags', staleAfterMs: 5_000, repeatAfterMs: 15_000, isUrgent: true },
  clear: { topic: 'flags', staleAfterMs: 5_000, repeatAfterMs: 15_000, isUrgent: false },
  points: { topic: 'points', staleAfterMs: 20_000, repeatAfterMs: 15_000, isUrgent: false },
}

export function topicOf(call: EngineerCall): EngineerTopic {
  return call.kind === 'event' ? call.topic : CALL_RULES[call.kind].topic
}
