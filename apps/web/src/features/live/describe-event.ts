import { PenaltyType } from '@pitboard/contract/enumerations'
import type { SessionEvent } from '@pitboard/contract/session'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { weatherName } from '../../timing/names.ts'
import { infringementWords, penaltyWords } from '../../timing/penalty-words.ts'

/** An event in plain words; `nameOf` gives the driver of a car index. */
export function describeEvent(event: SessionEvent, nameOf: (driverIdx: number) => string): string {
  const driver = event.driverIdx === null ? 'A car' : nameOf(event.driverIdx)
  const other = event.otherDriverIdx === null ? null : nameOf(event.otherDriverIdx)
  switch (event.kind) {
    case 'sessionStarted':
      return 'Session started'
    case 'lightsOut':
      return 'Lights out'
    case 'fastestLap':
      return `${driver} sets the fastest lap${inTime(event.value)}`
    case 'retirement':
      return `${driver} is out`
    case 'penalty':
      return describePenalty(event, driver)
    case 'warning':
      return `${driver} is warned${forInfringement(event.value)}`
    case 'overtake':
      return `${driver} passes ${other ?? 'a car'}`
    case 'pitStop':
      return `${driver} stops${stopTime(event.value)}`
    case 'safetyCar':
      return describeSafetyCar(event.value ?? 0)
    case 'redFlag':
      return 'Red flag: session stopped'
    case 'chequeredFlag':
      return 'Chequered flag'
    case 'raceWinner':
      return `${driver} wins`
    case 'drsEnabled':
      return 'DRS enabled'
    case 'drsDisabled':
      return 'DRS disabled'
    case 'collision':
      return other ? `${driver} and ${other} touch` : `${driver} has a collision`
    case 'weather':
      return `Weather: ${weatherName(event.value ?? -1).toLowerCase()}`
    case 'flashback':
      return 'Flashback: the session was rewound'
    case 'sessionEnded':
      return 'Session ended'
  }
}

function describePenalty(event: SessionEvent, driver: string): string {
  const words = penaltyWords(event.value ?? -1, event.seconds)
  return event.value === PenaltyType.Retired
    ? `${driver} is out`
    : `${driver}: ${words.toLowerCase()}`
}

function inTime(lapTimeMs: number | null): string {
  return lapTimeMs === null ? '' : `: ${formatLapTime(lapTimeMs)}`
}

function stopTime(timeMs: number | null): string {
  return timeMs === null ? '' : `: ${(timeMs / 1000).toFixed(1)} s`
}

function forInfringement(infringementType: number | null): string {
  const words = infringementType === null ? null : infringementWords(infringementType)
  return words === null ? '' : ` for ${words}`
}

const SAFETY_CARS: Readonly<Record<number, string>> = {
  1: 'Safety car',
  2: 'Virtual safety car',
  3: 'Formation lap',
}
const PHASES = [' deployed', ' coming in', ' in', ': racing resumes']

/** The value is type × 10 + phase. */
function describeSafetyCar(value: number): string {
  const car = SAFETY_CARS[Math.floor(value / 10)] ?? 'Safety car'
  return car + (PHASES[value % 10] ?? '')
}
