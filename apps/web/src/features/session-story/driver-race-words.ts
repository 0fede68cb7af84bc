import type { DriverRace } from '@pitboard/analysis/outcome/driver-race'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { joinParts } from '../../messages/join-parts.ts'
import type { Text } from '../../messages/create-text.ts'
import { momentAt } from '../../timing/moment-link.ts'
import { compoundOf } from '../../timing/names.ts'
import { infringementWords, penaltyWords } from '../../timing/penalty-messages.ts'
import { nameOf } from '../session/hero/outcome-text.ts'

/** One thing cost or won a driver time or places. */
export interface RaceSentence {
  readonly text: string
  /** It is time lost, in ms, negative if won; null where it is about something else. */
  readonly lostMs: number | null
  /** It begins in this lap; null for the whole race. */
  readonly lap: number | null
  /** It leads to the moment in the replay; null if that is unknown. */
  readonly moment: string | null
}

/** This many mistakes are told, the worst of them; the rest is counted. */
const MISTAKES_TOLD = 3
/** A smaller loss is not worth a sentence. */
const WORTH_MS = 500
/** A change with every lap below this is no trend. */
const TREND_MS = 20

/** Tells where time and places of a driver went, a sentence each with its number; what is unknown is left out. */
export function driverRaceSentences(
  race: DriverRace,
  session: SessionDetail,
  t: Text,
): RaceSentence[] {
  return [
    ...startSentence(race, session, t),
    ...passesSentence(race, t),
    ...trafficSentence(race, session, t),
    ...stopSentences(race, session, t),
    ...tyreSentences(race, session, t),
    ...mistakeSentences(race, session, t),
    ...penaltySentences(race, session, t),
    ...retirementSentence(race, session, t),
  ]
}

function startSentence({ start }: DriverRace, session: SessionDetail, t: Text): RaceSentence[] {
  if (!start) return []
  const { from, to } = start
  const lights = session.events.find(({ kind }) => kind === 'lightsOut')
  const count = Math.abs(from - to)
  const text =
    from === 0
      ? t('story.startPitLane', { to })
      : count === 0
        ? t('story.startKept', { to })
        : t(from > to ? 'story.startWon' : 'story.startLost', { count, from, to })
  return [{ text, lostMs: null, lap: 1, moment: lights ? `e${lights.seq}` : 'l1' }]
}

function passesSentence({ passes }: DriverRace, t: Text): RaceSentence[] {
  if (!passes || passes.made + passes.suffered === 0) return []
  return [{ text: t('story.passes', { ...passes }), lostMs: null, lap: null, moment: null }]
}

function trafficSentence({ traffic }: DriverRace, session: SessionDetail, t: Text): RaceSentence[] {
  if (!traffic) return []
  const { laps: count, rivalLaps, firstLap: lap, lostMs, fromMs } = traffic
  const followed = t('story.traffic', { count, laps: rivalLaps, rival: nameOf(traffic.rival) })
  const cost = lostMs === null ? '' : costText(lostMs, t)
  return [
    {
      text: joinParts([followed, cost], ' '),
      lostMs,
      lap,
      moment: momentOf(session, lap, fromMs),
    },
  ]
}

function costText(lostMs: number, t: Text): string {
  const time = secondsText(Math.abs(lostMs), t)
  if (Math.abs(lostMs) < WORTH_MS) return t('story.trafficFree')
  return t(lostMs > 0 ? 'story.trafficCost' : 'story.trafficHelped', { time })
}

function stopSentences({ stops, driver }: DriverRace, session: SessionDetail, t: Text) {
  return stops.map(({ stop, lossMs, fieldMs, isSlow }): RaceSentence => {
    const lap = stop.lapNum
    const event = session.events.find(
      ({ kind, driverIdx, lapNum }) =>
        kind === 'pitStop' && driverIdx === driver.driverIdx && lapNum === lap,
    )
    const about = { lostMs: null, lap, moment: event ? `e${event.seq}` : `l${lap}` }
    if (lossMs === null) {
      const { stopTimeMs } = stop
      return {
        ...about,
        text:
          stopTimeMs === null
            ? t('story.stopped', { lap })
            : t('story.stoppedFor', { lap, time: secondsText(stopTimeMs, t) }),
      }
    }
    const values = { lap, loss: secondsText(lossMs, t) }
    if (fieldMs === null) return { ...about, text: t('story.stopLoss', values) }
    const median = secondsText(fieldMs, t)
    const moreMs = lossMs - fieldMs
    const time = secondsText(Math.abs(moreMs), t)
    if (isSlow) return { ...about, text: t('story.stopSlow', { ...values, median }) }
    return {
      ...about,
      lostMs: moreMs,
      text: t(moreMs >= 0 ? 'story.stopMore' : 'story.stopLess', { ...values, time, median }),
    }
  })
}

function tyreSentences({ tyres }: DriverRace, session: SessionDetail, t: Text): RaceSentence[] {
  return tyres.map(({ tyreCompound, firstLap, laps, lossMsPerLap }) => {
    const key =
      Math.abs(lossMsPerLap) < TREND_MS
        ? 'story.tyresEven'
        : lossMsPerLap > 0
          ? 'story.tyresSlower'
          : 'story.tyresFaster'
    const last = firstLap + laps - 1
    const time = t('result.duration', { seconds: Math.abs(lossMsPerLap / 1000).toFixed(2) })
    const tyre = t(compoundOf(tyreCompound).name)
    return {
      text: t(key, { first: firstLap, last, tyre, time }),
      lostMs: null,
      lap: firstLap,
      moment: momentOf(session, firstLap, null),
    }
  })
}

function mistakeSentences(
  { mistakes, comparedLaps: count }: DriverRace,
  session: SessionDetail,
  t: Text,
): RaceSentence[] {
  if (mistakes.length === 0) {
    if (count === 0) return []
    return [{ text: t('story.noMistake', { count }), lostMs: null, lap: null, moment: null }]
  }
  const worst = mistakes.toSorted((a, b) => b.lostMs - a.lostMs)
  const told = worst.slice(0, MISTAKES_TOLD)
  const rest = worst.slice(MISTAKES_TOLD)
  const restMs = rest.reduce((sum, { lostMs }) => sum + lostMs, 0)
  const sentences = told
    .toSorted((a, b) => a.lap - b.lap)
    .map(({ lap, fromMs, lostMs, contact }) => {
      const values = { lap, time: secondsText(lostMs, t) }
      return {
        text: contact
          ? t('story.contactLap', { ...values, other: nameOf(contact) })
          : t('story.slowLap', values),
        lostMs,
        lap,
        moment: momentOf(session, lap, fromMs),
      }
    })
  if (rest.length === 0) return sentences
  const text = t('story.moreSlowLaps', { count: rest.length, time: secondsText(restMs, t) })
  return [...sentences, { text, lostMs: restMs, lap: null, moment: null }]
}

function penaltySentences({ penalties }: DriverRace, session: SessionDetail, t: Text) {
  return penalties.map(({ penalty, servedMs, servedLap, placesLost }): RaceSentence => {
    const { penaltyType, penaltyTime, infringementType, lapNum: lap, penaltyIssuedTime } = penalty
    const reason = infringementWords(infringementType, t)
    const values = { lap, penalty: penaltyWords(penaltyType, penaltyTime, t) }
    const parts = [
      reason === null ? t('story.penalty', values) : t('story.penaltyFor', { ...values, reason }),
      servedMs !== null && servedLap !== null
        ? t('story.served', { lap: servedLap, time: secondsText(servedMs, t) })
        : '',
      placesLost > 0 ? t('story.placesLost', { count: placesLost }) : '',
    ]
    return {
      text: joinParts(parts, ' '),
      lostMs: servedMs ?? (penaltyTime === null ? null : penaltyTime * 1000),
      lap,
      moment: momentOf(session, lap, penaltyIssuedTime),
    }
  })
}

function retirementSentence(
  { driver, retirement }: DriverRace,
  session: SessionDetail,
  t: Text,
): RaceSentence[] {
  if (!retirement) return []
  const { lap, contact } = retirement
  const event = session.events.findLast(
    ({ kind, driverIdx }) => kind === 'retirement' && driverIdx === driver.driverIdx,
  )
  return [
    {
      text: contact
        ? t('story.outAfterContact', { lap, other: nameOf(contact) })
        : t('story.out', { lap }),
      lostMs: null,
      lap,
      moment: event ? `e${event.seq}` : `l${lap}`,
    },
  ]
}

function momentOf(session: SessionDetail, lap: number, timeMs: number | null): string {
  return (timeMs === null ? null : momentAt(session, timeMs)) ?? `l${lap}`
}

/** Writes seconds with one decimal. */
export function secondsText(ms: number, t: Text): string {
  return t('result.duration', { seconds: (ms / 1000).toFixed(1) })
}

/** Writes a loss with its sign, rounded as in the sentence: a gap would be cut off. */
export function signedSeconds(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${(Math.abs(ms) / 1000).toFixed(1)}`
}
