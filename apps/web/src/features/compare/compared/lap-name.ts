import type { LapDetails } from '@pitboard/contract/traces/lap-traces'
import type { Text } from '../../../messages/create-text.ts'

/** Returns a name such as "Moreau, lap 5". */
export function lapName(details: LapDetails, t: Text): string {
  return t('compare.lapName', { driver: driverName(details, t), lap: details.lapNum })
}

/** The game hides some names. */
export function driverName(
  { name, driverIdx }: Pick<LapDetails, 'name' | 'driverIdx'>,
  t: Text,
): string {
  return name === '' ? t('compare.unnamed', { number: driverIdx + 1 }) : name
}

/** 0.214 s lost reads "+0.214". */
export function formatDelta(lostMs: number | null, decimals = 3): string {
  if (lostMs === null) return '–'
  const seconds = (Math.abs(lostMs) / 1000).toFixed(decimals)
  if (Number(seconds) === 0) return seconds
  return (lostMs < 0 ? '−' : '+') + seconds
}
