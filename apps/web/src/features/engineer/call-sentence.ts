import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import { joinParts } from '../../messages/join-parts.ts'
import type { Text } from '../../messages/create-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { describeEvent } from '../race-control/describe-event.ts'
import type { EngineerCall, LapMark, Rival } from './engineer-call.ts'

/** Returns the words of a call, as they are spoken and shown. */
export function sentenceOf(call: EngineerCall, t: Text): string {
  switch (call.kind) {
    case 'gaps':
      return gapsSentence(call, t)
    case 'attack':
      return t('engineer.attack', { driver: call.rival.name, gap: tenths(call.rival.gapMs) })
    case 'defence':
      return t('engineer.defence', { driver: call.rival.name, gap: tenths(call.rival.gapMs) })
    case 'gained':
      return t('engineer.gained', { driver: call.rivalName, position: call.position })
    case 'lost':
      return t('engineer.lost', { driver: call.rivalName, position: call.position })
    case 'rivalPits':
      return t(call.side === 'ahead' ? 'engineer.aheadPits' : 'engineer.behindPits', {
        driver: call.rivalName,
      })
    case 'stop':
      return stopSentence(call, t)
    case 'lapTime':
      return lapSentence(call, t)
    case 'sector':
      return sectorSentence(call, t)
    case 'dropZone':
      return t('engineer.dropZone', { position: call.position })
    case 'safe':
      return t('engineer.safe', { position: call.position })
    case 'lapsLeft':
      return call.laps === 1 ? t('engineer.lastLap') : t('engineer.lapsLeft', { count: call.laps })
    case 'minutesLeft':
      return t('engineer.minutesLeft', { count: call.minutes })
    case 'finished':
      return call.netPosition === call.position
        ? t('engineer.finished', { position: call.position })
        : t('engineer.finishedNet', { position: call.position, net: call.netPosition })
    case 'event':
      return eventSentence(call, t)
    case 'yellow':
      return call.sector === null
        ? t('engineer.yellow')
        : t('engineer.yellowIn', { sector: call.sector })
    case 'clear':
      return t('engineer.clear')
    case 'points':
      return t('engineer.points', { position: call.seasonPosition, count: call.points })
  }
}

/** Returns what a voice reads as the text means it: "1:32.4" is not a time of day. */
export function spokenText(sentence: string): string {
  return sentence.replaceAll(/(\d):(\d)/g, '$1 $2')
}

/** Turns 1290 into 1.2, cut off as on the page. */
function tenths(timeMs: number): number {
  return Math.floor(Math.abs(timeMs) / 100) / 10
}

function gapsSentence(
  { position, ahead, behind }: Extract<EngineerCall, { kind: 'gaps' }>,
  t: Text,
): string {
  const place = position === 1 ? t('engineer.leading') : t('engineer.position', { position })
  const parts = [
    place,
    position === 1 ? null : sideSentence(ahead, 'ahead', t),
    sideSentence(behind, 'behind', t),
  ]
  return joinParts(parts, ' ')
}

function sideSentence(rival: Rival | null, side: 'ahead' | 'behind', t: Text): string | null {
  if (!rival) return null
  const { name, gapMs, laps } = rival
  if (laps > 0) {
    const lapped = { driver: name, count: laps }
    return side === 'ahead' ? t('engineer.lapsAhead', lapped) : t('engineer.lapsBehind', lapped)
  }
  if (gapMs === null) return null
  const values = { driver: name, gap: tenths(gapMs) }
  return side === 'ahead' ? t('engineer.ahead', values) : t('engineer.behind', values)
}

function stopSentence(
  { lapsLeft, position, band, aheadName }: Extract<EngineerCall, { kind: 'stop' }>,
  t: Text,
): string {
  const when =
    lapsLeft === null
      ? t('engineer.cheapStop')
      : lapsLeft === 0
        ? t('engineer.windowEnds')
        : t('engineer.windowOpen', { count: lapsLeft })
  const where =
    band && band.best !== band.worst
      ? t('engineer.comesOutBetween', { best: band.best, worst: band.worst })
      : t('engineer.comesOut', { position })
  const behind = aheadName === null ? null : t('engineer.outBehind', { driver: aheadName })
  return joinParts([when, where, behind], ' ')
}

const MARKS = {
  sessionBest: 'engineer.sessionBest',
  personalBest: 'engineer.personalBest',
  invalid: 'engineer.invalid',
} as const satisfies Record<Exclude<LapMark, null>, string>

function lapSentence(
  { lapMs, mark, ranked }: Extract<EngineerCall, { kind: 'lapTime' }>,
  t: Text,
): string {
  const parts = [
    t('engineer.lapTime', { time: decimal(formatLapTime(lapMs), t) }),
    mark && t(MARKS[mark]),
    ranked && t('engineer.position', { position: ranked.position }),
    ranked?.toFirstMs ? t('engineer.toFirst', { gap: ranked.toFirstMs / 1000 }) : null,
  ]
  return joinParts(parts, ' ')
}

function sectorSentence(
  { sector, timeMs, mark, deltaMs }: Extract<EngineerCall, { kind: 'sector' }>,
  t: Text,
): string {
  const parts = [
    t('engineer.sector', { sector, time: tenths(timeMs) }),
    mark === null ? null : t(MARKS[mark]),
    deltaMs !== null && deltaMs > 0 ? t('engineer.lostTime', { gap: hundredths(deltaMs) }) : null,
    deltaMs !== null && deltaMs < 0 ? t('engineer.wonTime', { gap: hundredths(deltaMs) }) : null,
  ]
  return joinParts(parts, ' ')
}

function hundredths(timeMs: number): number {
  return Math.floor(Math.abs(timeMs) / 10) / 100
}

/** Writes the time with the reader's decimal sign, which their voice expects. */
function decimal(time: string, t: Text): string {
  return time.replace('.', t.locale.startsWith('de') ? ',' : '.')
}

function eventSentence(
  { event, driverName }: Extract<EngineerCall, { kind: 'event' }>,
  t: Text,
): string {
  if (event.kind === 'penalty' && event.value === PenaltyType.TimePenalty && event.seconds) {
    return t('engineer.timePenalty', { driver: driverName, count: event.seconds })
  }
  return `${describeEvent(event, () => driverName, t)}.`
}
