import { driverRace, isServedInPitLane } from '@pitboard/analysis/outcome/driver-race'
import { lossToRival } from '@pitboard/analysis/outcome/loss-to-rival'
import { paceOrder } from '@pitboard/analysis/outcome/pace-order'
import { placesLostByPenalties } from '@pitboard/analysis/outcome/penalty-places'
import { raceFacts } from '@pitboard/analysis/outcome/race-facts'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import { penaltyWords } from '../../timing/penalty-messages.ts'
import { durationText, nameOf } from '../session/hero/outcome-text.ts'
import { driverRaceSentences, secondsText } from './driver-race-words.ts'
import type { RaceAnswer } from './race-answers.ts'

/** The question stands on the page before this is worked out. */
type LateAnswer = Pick<RaceAnswer, 'verdict' | 'details'>

/** Says who was the quickest car on the same laps as the others. */
export function paceAnswer(session: SessionDetail, t: Text): LateAnswer {
  const [best, next] = paceOrder(session)
  if (!best) return { verdict: t('answers.unclear'), details: t('story.noPace') }
  const gap = durationText(Math.round(Math.abs(best.overFieldMs)), t)
  const parts = [t('story.paceField', { gap, count: best.laps })]
  if (next) {
    const behind = durationText(Math.round(next.overFieldMs - best.overFieldMs), t)
    parts.push(t('story.paceAhead', { gap: behind, second: nameOf(next.driver) }))
  }
  return { verdict: nameOf(best.driver), details: parts.join(' ') }
}

/** This many penalised drivers are named, the worst of them. */
const PENALISED_MAX = 3

/** Tells what time penalties cost in the result, and what penalties in the pit lane cost on the track. */
export function penaltyAnswer(session: SessionDetail, t: Text): LateAnswer {
  const costs = resultOrder(session)
    .map((driver) => costOf(session, driver, t))
    .filter(({ seconds, served }) => seconds > 0 || served.length > 0)
    .toSorted((a, b) => b.places - a.places || b.lostMs - a.lostMs)
  if (costs.length === 0) {
    return { verdict: t('answers.nothing'), details: t('story.noPenalty') }
  }
  const places = costs.reduce((sum, cost) => sum + cost.places, 0)
  const servedMs = costs.flatMap(({ served }) => served.flatMap(({ lostMs }) => lostMs ?? []))
  const parts = costs.slice(0, PENALISED_MAX).map((cost) => {
    const driver = nameOf(cost.driver)
    const words = [
      ...(cost.seconds > 0 ? [t('story.timePenalty', { seconds: cost.seconds })] : []),
      ...(cost.places > 0 ? [t('story.places', { count: cost.places })] : []),
      ...cost.served.map(({ name, lostMs }) =>
        lostMs === null
          ? name
          : t('story.penaltyServed', { penalty: name, time: secondsText(lostMs, t) }),
      ),
    ]
    return t('story.penaltyOf', { driver, penalties: words.join(', ') })
  })
  if (costs.length > parts.length) {
    parts.push(t('story.morePenalised', { count: costs.length - parts.length }))
  }
  const [longestMs] = servedMs.toSorted((a, b) => b - a)
  const verdict =
    places > 0
      ? t('story.places', { count: places })
      : longestMs === undefined
        ? t('story.noPlaces')
        : t('story.upTo', { time: secondsText(longestMs, t) })
  return { verdict, details: parts.join(' ') }
}

function costOf(session: SessionDetail, driver: Driver, t: Text) {
  const seconds = driver.totalPenaltiesSeconds
  const isServed = driver.penalties.some(isServedInPitLane)
  const race = isServed ? driverRace(session, driver) : null
  const served = (race?.penalties ?? [])
    .filter(({ penalty }) => isServedInPitLane(penalty))
    .map(({ penalty, servedMs }) => ({
      name: penaltyWords(penalty.penaltyType, penalty.penaltyTime, t),
      lostMs: servedMs,
    }))
  const servedMs = served.reduce((sum, { lostMs }) => sum + (lostMs ?? 0), 0)
  const places = seconds > 0 ? placesLostByPenalties(session, driver) : 0
  return { driver, seconds, places, served, lostMs: seconds * 1000 + servedMs }
}

/** A cause explains the loss if it cost at least this share of what was lost to the winner on the same laps. */
const EXPLAINED_SHARE = 0.5

const SLOWER_BY_TYRES = { rain: 'story.slowerInRain', drying: 'story.slowerInDry' } as const

/** Names the largest loss of one driver; the report below lists all of them. */
export function lossAnswer(session: SessionDetail, driver: Driver, t: Text): LateAnswer {
  const race = driverRace(session, driver)
  const sentences = race ? driverRaceSentences(race, session, t) : []
  const [worst] = sentences
    .flatMap(({ text, lostMs }) => (lostMs === null || lostMs <= 0 ? [] : [{ text, lostMs }]))
    .toSorted((a, b) => b.lostMs - a.lostMs)
  const winner = raceFacts(session)?.outcome.winner
  const toWinner = winner && winner !== driver ? lossToRival(session, driver, winner) : null
  if (toWinner && (worst?.lostMs ?? 0) < toWinner.lostMs * EXPLAINED_SHARE) {
    const { rival, firstLap: first, lastLap: last, lostMs, weather } = toWinner
    const values = { winner: nameOf(rival), first, last }
    const details =
      first === last
        ? t('story.slowerOnLap', values)
        : t(weather ? SLOWER_BY_TYRES[weather] : 'story.slowerOnLaps', values)
    return { verdict: lossText(lostMs, t), details }
  }
  if (worst) return { verdict: lossText(worst.lostMs, t), details: worst.text }
  // Places that were lost at the start cost no time that can be measured.
  const start = race?.start
  return start && start.from > 0 && start.to > start.from
    ? { verdict: t('answers.fromTo', { ...start }), details: sentences[0]?.text ?? '' }
    : { verdict: t('story.nowhere'), details: t('story.noLoss') }
}

function lossText(lostMs: number, t: Text): string {
  return `+${secondsText(lostMs, t)}`
}
