import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import { PenaltyType, WarningType } from '@pitboard/contract/wire/enumerations'
import { infringementWords, penaltyWords } from '../../timing/penalty-messages.ts'

type LogKind = 'penalty' | 'warning' | 'overtake'

export interface LogEntry {
  readonly kind: LogKind
  readonly lapNum: number
  /** It is the session time. */
  readonly timeMs: number
  readonly drivers: readonly number[]
  readonly words: string
  /** It is the event in the session's feed; null where the feed lacks it. */
  readonly seq: number | null
}

/** Returns penalties, warnings and overtakes in the order they happened. */
export function raceLog(session: SessionDetail, t: Text): LogEntry[] {
  const names = new Map(session.drivers.map(({ driverIdx, name }) => [driverIdx, name]))
  const seqs = new Map(
    session.events.map(({ seq, kind, driverIdx, timeMs }) => [
      `${kind} ${driverIdx} ${timeMs}`,
      seq,
    ]),
  )
  const seqOf = (kind: LogKind, driverIdx: number, timeMs: number) =>
    seqs.get(`${kind} ${driverIdx} ${timeMs}`) ?? null
  const nameOf = (driverIdx: number) => names.get(driverIdx) ?? '–'
  const overtakes = session.overtakes.map((overtake): LogEntry => {
    const { overtakingDriverIdx: by, overtakenDriverIdx: of, lapNum, overtakingTime } = overtake
    return {
      kind: 'overtake',
      lapNum,
      timeMs: overtakingTime,
      drivers: [by, of],
      words: t('charts.overtook', { driver: nameOf(by), other: nameOf(of) }),
      seq: seqOf('overtake', by, overtakingTime),
    }
  })
  const incidents = session.drivers.flatMap((driver) =>
    incidentsOf({ drivers: [driver] }, t).map((incident): LogEntry => {
      const kind = incident.isPenalty ? 'penalty' : 'warning'
      return {
        kind,
        lapNum: incident.lapNum,
        timeMs: incident.timeMs,
        drivers: [driver.driverIdx],
        words: wordsOf(incident, t),
        seq: seqOf(kind, driver.driverIdx, incident.timeMs),
      }
    }),
  )
  return [...overtakes, ...incidents].toSorted((a, b) => a.timeMs - b.timeMs)
}

function wordsOf({ name, words, reason }: Incident, t: Text): string {
  const what = reason === null ? words : `${words} ${t('charts.forReason', { reason })}`
  return `${name}: ${what}`
}

interface Incident {
  readonly name: string
  readonly lapNum: number
  /** It is the session time. */
  readonly timeMs: number
  readonly isPenalty: boolean
  readonly words: string
  readonly reason: string | null
}

/** Every penalty and warning of a session in the order they were given. */
export function incidentsOf({ drivers }: Pick<SessionDetail, 'drivers'>, t: Text): Incident[] {
  const incidents = drivers.flatMap(({ name, penalties, warnings }): Incident[] => [
    ...penalties.map((penalty) => ({
      name,
      lapNum: penalty.lapNum,
      timeMs: penalty.penaltyIssuedTime,
      isPenalty: true,
      words: penaltyWords(penalty.penaltyType, penalty.penaltyTime, t),
      reason:
        penalty.penaltyType === PenaltyType.Retired
          ? null
          : infringementWords(penalty.infringementType, t),
    })),
    ...warnings.map((warning) => ({
      name,
      lapNum: warning.lapNum,
      timeMs: warning.warningTime,
      isPenalty: false,
      words: t(
        warning.warningType === WarningType.CornerCutting ? 'charts.trackLimits' : 'timing.warning',
      ),
      reason: infringementWords(warning.infringementType, t),
    })),
  ])
  return incidents.toSorted((a, b) => a.timeMs - b.timeMs)
}
