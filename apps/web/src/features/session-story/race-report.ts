import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import type { RaceFacts } from '@pitboard/analysis/outcome/race-facts'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { joinParts } from '../../messages/join-parts.ts'
import type { Text } from '../../messages/create-text.ts'
import { formatLapTime, formatRaceTime } from '../../timing/format-lap-time.ts'
import { sessionName } from '../../timing/names.ts'
import { durationText, marginText, nameOf, outcomeText } from '../session/hero/outcome-text.ts'
import { lapsText } from './moment-words.ts'

/** Tells a race in some paragraphs, from its numbers alone; what is unknown is left out. */
export function raceReport(facts: RaceFacts, session: SessionDetail, t: Text): string[] {
  return [
    [wonText(facts, t), decisionText(facts, session, t), thirdText(facts, t)],
    [ledText(facts, t), ...neutralisedTexts(facts, t), retiredText(facts, t)],
    [
      changeText('gained', facts.gained, t),
      changeText('lost', facts.lost, t),
      fastestText(facts, t),
      stopText(facts, t),
      penaltiesText(facts, t),
    ],
  ]
    .map((sentences) => joinParts(sentences, ' '))
    .filter((paragraph) => paragraph !== '')
}

/** Writes the report as a text that can be pasted into a chat. */
export function reportAsText(
  paragraphs: readonly string[],
  session: SessionDetail,
  address: string,
  t: Text,
): string {
  const title = `${session.trackName}, ${sessionName(session, t)}`
  return [title, ...paragraphs, address].join('\n\n')
}

function wonText({ outcome, winnerTimeMs }: RaceFacts, t: Text): string {
  const { numberOfLaps, startingPosition: grid } = outcome.winner
  if (winnerTimeMs === null || numberOfLaps === null) return ''
  const values = {
    winner: nameOf(outcome.winner),
    count: numberOfLaps,
    time: formatRaceTime(winnerTimeMs),
  }
  return grid ? t('story.wonIn', { ...values, grid }) : t('story.wonInTime', values)
}

function decisionText({ outcome, winnerTimeMs }: RaceFacts, session: SessionDetail, t: Text) {
  const isSaid = winnerTimeMs !== null && outcome.move === null && !outcome.wasStopped
  return isSaid ? marginText(outcome, t) : outcomeText(outcome, session, t)
}

function thirdText({ third }: RaceFacts, t: Text): string {
  if (!third) return ''
  const { driver, behindMs } = third
  return t('story.third', { third: nameOf(driver), margin: durationText(behindMs, t) })
}

function ledText({ led }: RaceFacts, t: Text): string {
  if (led.length < 2) return ''
  const list = led.map(({ driver, laps }) => t('story.ledBy', { driver: nameOf(driver), laps }))
  return t('story.led', { list: listText(list, t) })
}

const NEUTRALISED = [
  ['safetyCar', 'story.safetyCarOut'],
  ['virtualSafetyCar', 'story.virtualSafetyCarOut'],
  ['redFlag', 'story.redFlagOut'],
] as const

function neutralisedTexts({ neutralised }: RaceFacts, t: Text): string[] {
  return NEUTRALISED.flatMap(([kind, key]) => {
    const periods = neutralised.filter((period) => period.kind === kind)
    if (periods.length === 0) return []
    return [
      t(key, {
        list: listText(
          periods.map((period) => lapsText(period, t)),
          t,
        ),
      }),
    ]
  })
}

function retiredText({ retired }: RaceFacts, t: Text): string {
  if (retired.length === 0) return ''
  const list = retired.map((driver) =>
    t('story.retiredAfter', { driver: nameOf(driver), count: completedLapsOf(driver) }),
  )
  return t('story.retired', { count: retired.length, list: listText(list, t) })
}

function changeText(kind: 'gained' | 'lost', change: RaceFacts['gained'], t: Text): string {
  if (!change) return ''
  const { driver, from, to } = change
  return t(`story.${kind}`, { driver: nameOf(driver), count: Math.abs(from - to), from, to })
}

function fastestText({ fastest }: RaceFacts, t: Text): string {
  if (!fastest) return ''
  const { driver, best } = fastest
  const values = { driver: nameOf(driver), time: formatLapTime(best.timeMs) }
  return best.lap === null
    ? t('story.fastest', values)
    : t('story.fastestOn', { ...values, lap: best.lap })
}

function stopText({ quickestStop }: RaceFacts, t: Text): string {
  if (!quickestStop) return ''
  const { driver, lap, timeMs } = quickestStop
  return t('story.quickestStop', { driver: nameOf(driver), lap, time: durationText(timeMs, t) })
}

function penaltiesText({ penalised }: RaceFacts, t: Text): string {
  if (penalised.length === 0) return ''
  const list = penalised.map(({ driver, seconds }) =>
    t('story.penalisedBy', { driver: nameOf(driver), seconds }),
  )
  return t('story.penalised', { list: listText(list, t) })
}

function listText(parts: readonly string[], t: Text): string {
  return new Intl.ListFormat(t.locale).format(parts)
}
