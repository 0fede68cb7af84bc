import { readStored, writeStored } from '../../state/browser-storage.ts'

export const DELAY_SECONDS_MAX = 300
const DELAY = 'live-delay'

/** Returns the delay that was last chosen on this device. */
export function readDelaySeconds(): number {
  return limitDelay(Number(readStored(DELAY)))
}

export function storeDelaySeconds(seconds: number): void {
  writeStored(DELAY, String(seconds))
}

export function limitDelay(seconds: number): number {
  return Math.min(Math.max(Math.round(seconds) || 0, 0), DELAY_SECONDS_MAX)
}
