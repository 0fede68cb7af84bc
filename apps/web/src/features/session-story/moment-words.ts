import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import type { KeyMoment } from '@pitboard/analysis/outcome/key-moments'
import type { RaceOutcome } from '@pitboard/analysis/outcome/race-outcome'
import type { Neutralised } from '@pitboard/analysis/laps/neutralised-laps'
import type { Text } from '../../messages/create-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { compoundOf } from '../../timing/names.ts'
import { infringementWords, penaltyWords } from '../../timing/penalty-messages.ts'
import { durationText, nameOf } from '../session/hero/outcome-text.ts'

interface MomentWords {
  readonly what: string
  /** They are its numbers, as far as they are known. */
  readonly details: readonly string[]
}

export function momentWords(moment: KeyMoment, t: Text): MomentWords {
  switch (moment.kind) {
    case 'start':
      return startWords(moment, t)
    case 'leadChange': {
      const names = { leader: nameOf(moment.leader), from: nameOf(moment.from) }
      return { what: leadText(moment, names, t), details: [] }
    }
    case 'stop':
      return stopWords(moment, t)
    case 'neutralised': {
      const { period } = moment
      return { what: t(`story.${period.kind}`), details: [lapsText(period, t)] }
    }
    case 'collision': {
      const driver = nameOf(moment.driver)
      return {
        what: moment.other
          ? t('story.contact', { driver, other: nameOf(moment.other) })
          : t('story.contactAlone', { driver }),
        details: [],
      }
    }
    case 'retirement': {
      const { driver, contact } = moment
      return {
        what: t('story.retirement', { driver: nameOf(driver) }),
        details: [
          t('story.afterLaps', { count: completedLapsOf(driver) }),
          ...(contact ? [t('story.contactBefore', { other: nameOf(contact) })] : []),
        ],
      }
    }
    case 'penalty': {
      const { penaltyType, penaltyTime, infringementType } = moment.penalty
      return {
        what: `${nameOf(moment.driver)}: ${penaltyWords(penaltyType, penaltyTime, t)}`,
        details: present([infringementWords(infringementType, t)]),
      }
    }
    case 'fastestLap': {
      const { best, driver } = moment
      return {
        what: t('story.fastestLap', { driver: nameOf(driver) }),
        details: present([formatLapTime(best.timeMs), tyreName(best.tyreCompound, t)]),
      }
    }
    case 'finish':
      return finishWords(moment.outcome, t)
  }
}

/** Returns a text such as "laps 3 to 5". */
export function lapsText({ firstLap, lastLap }: Neutralised, t: Text): string {
  return firstLap === lastLap
    ? t('story.oneLap', { lap: firstLap })
    : t('story.laps', { first: firstLap, last: lastLap })
}

type Of<Kind extends KeyMoment['kind']> = Extract<KeyMoment, { readonly kind: Kind }>

function startWords({ leader }: Of<'start'>, t: Text): MomentWords {
  if (!leader) return { what: t('story.lights'), details: [] }
  const grid = leader.startingPosition
  const from = grid === 0 ? t('story.fromPitLane') : grid && t('story.fromGrid', { grid })
  return {
    what: t('story.leadsAfterStart', { leader: nameOf(leader) }),
    details: present([from]),
  }
}

function leadText(
  { move }: Of<'leadChange'>,
  names: { readonly leader: string; readonly from: string },
  t: Text,
): string {
  switch (move?.kind) {
    // The own stop is still to come: only then is it known whether the lead lasts.
    case 'overcut':
      return t('story.rivalPitted', names)
    case 'pass':
    case 'undercut':
    case 'rivalPitted':
    case 'rivalRetired':
      return t(`story.${move.kind}`, names)
    case 'pitStops':
    case 'weatherStop':
      return t(`story.${move.kind}`, names)
    default:
      return t('story.lead', names)
  }
}

function stopWords({ driver, stop, tyreCompound }: Of<'stop'>, t: Text): MomentWords {
  return {
    what: t('story.stop', { driver: nameOf(driver) }),
    details: present([
      tyreName(tyreCompound, t),
      stop.stopTimeMs === null ? null : durationText(stop.stopTimeMs, t),
    ]),
  }
}

function finishWords({ winner, second, marginMs }: RaceOutcome, t: Text): MomentWords {
  const margin = marginMs === null ? null : durationText(marginMs, t)
  return {
    what: t('story.wins', { winner: nameOf(winner) }),
    details: second && margin ? [t('story.ahead', { margin, second: nameOf(second) })] : [],
  }
}

function tyreName(tyreCompound: number | null, t: Text): string | null {
  return tyreCompound === null ? null : t(compoundOf(tyreCompound).name)
}

function present(parts: readonly (string | 0 | null)[]): string[] {
  return parts.filter((part) => typeof part === 'string')
}
