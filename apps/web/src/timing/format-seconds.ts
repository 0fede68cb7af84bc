import type { Text } from '../messages/create-text.ts'

/** 2412 → "2.4", in the reader's own way of writing numbers. */
export function formatSeconds(timeMs: number, text: Text): string {
  return new Intl.NumberFormat(text.locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(timeMs / 1000)
}
