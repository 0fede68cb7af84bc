import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import type { Text } from '../../messages/create-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { weatherName } from '../../timing/names.ts'
import { infringementWords, penaltyWords } from '../../timing/penalty-messages.ts'

type NameOf = (driverIdx: number) => string

/** An event in plain words; `nameOf` gives the driver of a car index. */
export function describeEvent(event: SessionEvent, nameOf: NameOf, text: Text): string {
  const driver = event.driverIdx === null ? text('feed.aCar') : nameOf(event.driverIdx)
  const other = event.otherDriverIdx === null ? null : nameOf(event.otherDriverIdx)
  switch (event.kind) {
    case 'sessionStarted':
      return text('feed.eventSessionStarted')
    case 'lightsOut':
      return text('feed.eventLightsOut')
    case 'fastestLap':
      return event.value === null
        ? text('feed.eventFastestLap', { driver })
        : text('feed.eventFastestLapIn', { driver, time: formatLapTime(event.value) })
    case 'retirement':
      return text('feed.eventOut', { driver })
    case 'penalty':
      return describePenalty(event, driver, text)
    case 'warning':
      return describeWarning(event.value, driver, text)
    case 'overtake':
      return text('feed.eventOvertake', { driver, other: other ?? text('feed.otherCar') })
    case 'pitStop':
      return event.value === null
        ? text('feed.eventPitStop', { driver })
        : text('feed.eventPitStopIn', { driver, seconds: formatSeconds(event.value, text) })
    case 'safetyCar':
      return describeSafetyCar(event.value ?? 0, text)
    case 'redFlag':
      return text('feed.eventRedFlag')
    case 'chequeredFlag':
      return text('feed.eventChequeredFlag')
    case 'raceWinner':
      return text('feed.eventWinner', { driver })
    case 'drsEnabled':
      return text('feed.eventDrsEnabled')
    case 'drsDisabled':
      return text('feed.eventDrsDisabled')
    case 'collision':
      return other === null
        ? text('feed.eventCollision', { driver })
        : text('feed.eventTouch', { driver, other })
    case 'weather':
      return text('feed.eventWeather', { weather: weatherName(event.value ?? -1, text) })
    case 'flashback':
      return text('feed.eventFlashback')
    case 'sessionEnded':
      return text('feed.eventSessionEnded')
  }
}

function describePenalty(event: SessionEvent, driver: string, text: Text): string {
  if (event.value === PenaltyType.Retired) return text('feed.eventOut', { driver })
  const penalty = penaltyWords(event.value ?? -1, event.seconds, text)
  return text('feed.eventPenalty', { driver, penalty })
}

function describeWarning(infringementType: number | null, driver: string, text: Text): string {
  const reason = infringementType === null ? null : infringementWords(infringementType, text)
  return reason === null
    ? text('feed.eventWarning', { driver })
    : text('feed.eventWarningFor', { driver, reason })
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
function describeSafetyCar(value: number, text: Text): string {
  const type = Math.floor(value / 10)
  const car = text(type === 2 || type === 3 ? SAFETY_CARS[type] : SAFETY_CARS[1])
  const phase = PHASES[value % 10]
  return phase === undefined ? car : text(phase, { car })
}

/** 2412 → "2.4", in the reader's own way of writing numbers. */
function formatSeconds(timeMs: number, text: Text): string {
  return new Intl.NumberFormat(text.locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(timeMs / 1000)
}
