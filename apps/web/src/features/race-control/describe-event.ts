import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import type { Text } from '../../messages/create-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { weatherName } from '../../timing/names.ts'
import { infringementWords, penaltyWords } from '../../timing/penalty-messages.ts'

type NameOf = (driverIdx: number) => string

/** Describes an event in plain words; `nameOf` returns the driver of a car index. */
export function describeEvent(event: SessionEvent, nameOf: NameOf, t: Text): string {
  const driver = event.driverIdx === null ? t('feed.aCar') : nameOf(event.driverIdx)
  const other = event.otherDriverIdx === null ? null : nameOf(event.otherDriverIdx)
  switch (event.kind) {
    case 'sessionStarted':
      return t('feed.eventSessionStarted')
    case 'lightsOut':
      return t('feed.eventLightsOut')
    case 'fastestLap':
      return event.value === null
        ? t('feed.eventFastestLap', { driver })
        : t('feed.eventFastestLapIn', { driver, time: formatLapTime(event.value) })
    case 'retirement':
      return t('feed.eventOut', { driver })
    case 'penalty':
      return describePenalty(event, driver, t)
    case 'warning':
      return describeWarning(event.value, driver, t)
    case 'overtake':
      return t('feed.eventOvertake', { driver, other: other ?? t('feed.otherCar') })
    case 'pitStop':
      return event.value === null
        ? t('feed.eventPitStop', { driver })
        : t('feed.eventPitStopIn', { driver, seconds: formatSeconds(event.value, t) })
    case 'safetyCar':
      return describeSafetyCar(event.value ?? 0, t)
    case 'redFlag':
      return t('feed.eventRedFlag')
    case 'chequeredFlag':
      return t('feed.eventChequeredFlag')
    case 'raceWinner':
      return t('feed.eventWinner', { driver })
    case 'drsEnabled':
      return t('feed.eventDrsEnabled')
    case 'drsDisabled':
      return t('feed.eventDrsDisabled')
    case 'collision':
      return other === null
        ? t('feed.eventCollision', { driver })
        : t('feed.eventTouch', { driver, other })
    case 'weather':
      return t('feed.eventWeather', { weather: weatherName(event.value ?? -1, t) })
    case 'flashback':
      return t('feed.eventFlashback')
    case 'sessionEnded':
      return t('feed.eventSessionEnded')
  }
}

function describePenalty(event: SessionEvent, driver: string, t: Text): string {
  if (event.value === PenaltyType.Retired) return t('feed.eventOut', { driver })
  const penalty = penaltyWords(event.value ?? -1, event.seconds, t)
  return t('feed.eventPenalty', { driver, penalty })
}

function describeWarning(infringementType: number | null, driver: string, t: Text): string {
  const reason = infringementType === null ? null : infringementWords(infringementType, t)
  return reason === null
    ? t('feed.eventWarning', { driver })
    : t('feed.eventWarningFor', { driver, reason })
}

const SAFETY_CARS = {
  1: 'screen.safetyCar',
  2: 'screen.virtualSafetyCar',
  3: 'screen.formationLap',
} as const satisfies Readonly<Record<number, string>>

const PHASES = [
  'feed.phaseDeployed',
  'feed.phaseComingIn',
  'feed.phaseIn',
  'feed.phaseResumes',
] as const

/** The value is type × 10 + phase. */
function describeSafetyCar(value: number, t: Text): string {
  const type = Math.floor(value / 10)
  const car = t(type === 2 || type === 3 ? SAFETY_CARS[type] : SAFETY_CARS[1])
  const phase = PHASES[value % 10]
  return phase === undefined ? car : t(phase, { car })
}

/** Writes 2412 as "2.4", in the reader's own way of writing numbers. */
function formatSeconds(timeMs: number, t: Text): string {
  return new Intl.NumberFormat(t.locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(timeMs / 1000)
}
