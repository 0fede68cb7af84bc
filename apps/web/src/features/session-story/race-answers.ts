import { lapEndsOf } from '@pitboard/analysis/laps/lap-ends'
import { isNeutralised, type Neutralised } from '@pitboard/analysis/laps/neutralised-laps'
import { stintsOf } from '@pitboard/analysis/laps/stints'
import type { DecidingMove } from '@pitboard/analysis/outcome/deciding-move'
import { leadersOf } from '@pitboard/analysis/outcome/leaders'
import { placesGained, type RaceFacts, raceFacts } from '@pitboard/analysis/outcome/race-facts'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import { durationText, moveText, nameOf } from '../session/hero/outcome-text.ts'

/** The verdict is a word or a name, and the details are the numbers behind it. */
export interface RaceAnswer {
  readonly question: string
  readonly verdict: string
  readonly details: string
  /** It happened on this lap; null if the answer is about the whole race. */
  readonly lap: number | null
}

/**
 * Answers what people ask about a race, each from its numbers; a question that they do not answer is left out. What takes
 * longer to work out is in `late-answers.ts`.
 */
export function raceAnswers(session: SessionDetail, t: Text): RaceAnswer[] {
  const facts = raceFacts(session)
  if (!facts) return []
  return [
    battleAnswer(facts, t),
    neutralisedAnswer(session, facts, t),
    stopAnswer(session, facts, t),
    gainedAnswer(session, t),
  ].filter((answer) => answer !== null)
}

/** Two cars fight if they cross the line within this time of each other. */
const FIGHT_MS = 1_500

function battleAnswer({ outcome, neutralised }: RaceFacts, t: Text): RaceAnswer | null {
  const { winner, move } = outcome
  const rival = rivalOf(move) ?? outcome.second
  if (!rival) return null
  const [own, other] = [lapEndsOf(winner), lapEndsOf(rival)]
  const gaps = own.flatMap((endMs, index) => {
    const otherMs = other[index] ?? null
    const isRacing = !isNeutralised(index + 1, neutralised)
    return endMs === null || otherMs === null || !isRacing ? [] : [Math.abs(otherMs - endMs)]
  })
  if (gaps.length === 0) return null
  const count = gaps.filter((gapMs) => gapMs <= FIGHT_MS).length
  const parts = [t('answers.battleLaps', { count, laps: gaps.length })]
  if (rival === outcome.second && outcome.marginMs !== null) {
    parts.push(t('answers.battleEnd', { margin: durationText(outcome.marginMs, t) }))
  }
  return {
    question: t('answers.askBattle'),
    verdict: t('answers.battle', { winner: nameOf(winner), rival: nameOf(rival) }),
    details: parts.join(' '),
    lap: move && 'lap' in move ? move.lap : null,
  }
}

function rivalOf(move: DecidingMove | null): Driver | null {
  return move && 'rival' in move ? move.rival : null
}

function neutralisedAnswer(session: SessionDetail, facts: RaceFacts, t: Text): RaceAnswer | null {
  const { outcome, neutralised } = facts
  const question = t('answers.askNeutralised')
  if (neutralised.length === 0) {
    // A result that was entered by hand says nothing about it.
    if (session.events.length === 0) return null
    return { question, verdict: t('answers.no'), details: t('answers.notNeutralised'), lap: null }
  }
  const { move, winner } = outcome
  const isDecisive =
    (move?.kind === 'pass' && move.isRestart) ||
    ((move?.kind === 'undercut' || move?.kind === 'overcut') && move.isUnderSafetyCar)
  if (isDecisive) {
    const details = moveText(move, nameOf(winner), t)
    return { question, verdict: t('answers.yes'), details, lap: move.lap }
  }
  const leads = neutralised.map((period) => leadAround(session, outcome.wasStopped, period))
  const changed = leads.find(({ before, after }) => before && after && before !== after)
  const shown = changed ?? leads.at(-1)
  if (!shown) return null
  const { period, before, after, gapBeforeMs, gapAfterMs } = shown
  const { firstLap: first, lastLap: last } = period
  const laps =
    first === last
      ? t('answers.neutralisedLap', { lap: first })
      : t('answers.neutralisedLaps', { first, last })
  const parts = [laps]
  if (changed && before && after) {
    parts.push(t('answers.leadMoved', { before: nameOf(before), after: nameOf(after) }))
  } else if (before && after) {
    parts.push(t('answers.leadKept', { leader: nameOf(after) }))
  }
  if (before && after && gapBeforeMs !== null && gapAfterMs !== null) {
    const values = { from: durationText(gapBeforeMs, t), to: durationText(gapAfterMs, t) }
    parts.push(t('answers.leadGap', values))
  }
  const verdict = changed
    ? 'answers.leadChanged'
    : before && after
      ? 'answers.no'
      : 'answers.unclear'
  return { question, verdict: t(verdict), details: parts.join(' '), lap: first }
}

/** Returns who led, and by how much, at the last line before a period and at the first one after it began to end. */
function leadAround({ drivers }: SessionDetail, wasStopped: boolean, period: Neutralised) {
  const leaders = wasStopped ? [] : leadersOf(drivers, period.lastLap)
  const gapAt = (lap: number) => {
    const ends = drivers
      .flatMap((driver) => lapEndsOf(driver)[lap - 1] ?? [])
      .toSorted((a, b) => a - b)
    const [first, second] = ends
    return first === undefined || second === undefined ? null : second - first
  }
  return {
    period,
    before: leaders[period.firstLap - 2] ?? null,
    after: leaders[period.lastLap - 1] ?? null,
    gapBeforeMs: gapAt(period.firstLap - 1),
    gapAfterMs: gapAt(period.lastLap),
  }
}

const WON_BY_STOPS: readonly DecidingMove['kind'][] = [
  'undercut',
  'overcut',
  'weatherStop',
  'rivalPitted',
  'pitStops',
]

function stopAnswer(session: SessionDetail, facts: RaceFacts, t: Text): RaceAnswer | null {
  const { outcome, quickestStop } = facts
  const { winner, second, move } = outcome
  const question = t('answers.askStop')
  if (move && 'lap' in move && WON_BY_STOPS.includes(move.kind)) {
    const details = moveText(move, nameOf(winner), t)
    return { question, verdict: t('answers.yes'), details, lap: move.lap }
  }
  if (session.origin === 'hand' || move === null) return null
  const rival = rivalOf(move) ?? second
  const help = helpOfStop(winner, move)
  // The rival lost the lead around a stop: nobody can say whether that was the reason.
  const verdict = help
    ? help.isWeather
      ? 'answers.yes'
      : 'answers.fresherTyres'
    : move.kind === 'lead' && hasStopped(move)
      ? 'answers.unclear'
      : 'answers.no'
  const stops = [winner, rival].flatMap((driver) => {
    if (!driver) return []
    const laps = driver.pitStops.map(({ lapNum }) => String(lapNum))
    const name = nameOf(driver)
    if (laps.length === 0) return [t('answers.noStop', { driver: name })]
    const values = { driver: name, laps: new Intl.ListFormat(t.locale).format(laps) }
    return [t('answers.stopLaps', { ...values, count: laps.length })]
  })
  if (help && !help.isWeather && move.kind === 'pass') {
    const { ownAge, rivalAge } = help
    const values = { rival: nameOf(move.rival), lap: move.lap, ownAge, rivalAge }
    stops.unshift(t('answers.tyreAges', values))
  } else if (help) {
    stops.unshift(moveText(move, nameOf(winner), t))
  } else if (quickestStop) {
    const values = {
      driver: nameOf(quickestStop.driver),
      time: durationText(quickestStop.timeMs, t),
    }
    stops.push(t('answers.quickestStop', values))
  }
  return { question, verdict: t(verdict), details: stops.join(' '), lap: help?.lap ?? null }
}

/** Tyres that are fewer laps fresher decide nothing. */
const FRESHER_LAPS_MIN = 5

/** Returns the stop for the tyres on which the winner passed; null if they were no better than those of the rival. */
function helpOfStop(winner: Driver, move: DecidingMove) {
  if (move.kind !== 'pass') return null
  const { lap, rival, weather } = move
  const stop = winner.pitStops.findLast(({ lapNum }) => lapNum < lap)
  const [ownAge, rivalAge] = [winner, rival].map((driver) => ageOn(driver, lap))
  if (!stop || !ownAge || !rivalAge) return null
  const isWeather = weather !== null
  if (!isWeather && rivalAge - ownAge < FRESHER_LAPS_MIN) return null
  return { lap: stop.lapNum, isWeather, ownAge, rivalAge }
}

/** Counts the laps that the tyres of a driver have lasted on this lap; null if that is unknown. */
function ageOn(driver: Driver, lap: number): number | null {
  const stint = stintsOf(driver).find(
    ({ firstLap, laps }) => lap >= firstLap && lap < firstLap + laps,
  )
  return stint ? lap - stint.firstLap + 1 : null
}

function hasStopped({ lap, rival }: Extract<DecidingMove, { readonly kind: 'lead' }>): boolean {
  return rival.pitStops.some(({ lapNum }) => lapNum === lap || lapNum === lap - 1)
}

/** If more drivers than this gained equally many places, none is said to have gained most. */
const GAINED_MAX = 3

function gainedAnswer(session: SessionDetail, t: Text): RaceAnswer | null {
  const changes = placesGained(resultOrder(session))
  const [first] = changes
  if (!first || first.from <= first.to) return null
  const most = first.from - first.to
  const all = changes.filter(({ from, to }) => from - to === most)
  if (all.length > GAINED_MAX) return null
  const names = new Intl.ListFormat(t.locale).format(all.map(({ driver }) => nameOf(driver)))
  return {
    question: t('answers.askGained'),
    verdict: `${names} +${most}`,
    details: all.map(({ from, to }) => t('answers.fromTo', { from, to })).join(', '),
    lap: null,
  }
}
