import type { TyreWear } from '@pitboard/contract/sessions/car-condition'

/** A part of the car that is worn or damaged by this many percent limits its driver. */
const WORN_PERCENT = 40
const CRITICAL_PERCENT = 70

/** Returns the class of a figure of wear or damage; the figure itself says how much. */
export function wearTone(percent: number): string {
  if (percent >= CRITICAL_PERCENT) return 'font-semibold text-bad'
  return percent >= WORN_PERCENT ? 'text-secondary' : ''
}

/** Returns the wear of the most worn tyre. */
export function worstWear({ frontLeft, frontRight, rearLeft, rearRight }: TyreWear): number {
  return Math.max(frontLeft, frontRight, rearLeft, rearRight)
}

/** Writes `+1.2` for a margin at the finish, `8.4` for what is on board. */
export function formatFuelLaps(laps: number, isMargin: boolean): string {
  const figure = Math.abs(laps).toFixed(1)
  if (laps < 0) return `−${figure}`
  return isMargin ? `+${figure}` : figure
}
