import { itemAt } from '@pitboard/contract/wire/item-at'

export interface Row {
  readonly what: string
  /** The value is compared with the limit. */
  readonly value: number
  /** The value counts these: `kB`, `times decoding`. */
  readonly unit: string
  readonly limit?: { readonly atMost: number } | { readonly atLeast: number }
  /** The details say for the reader what else was measured, without a limit. */
  readonly details?: string
}

/** Returns the least and the most of what was measured: a median alone hides a restless machine. */
export function spread(values: readonly number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}`
}

/** Prints the rows below a title. A limit that does not hold makes the program fail at its end. */
export function printTable(title: string, rows: readonly Row[]): void {
  const lines = rows.map((row) => [
    row.what,
    `${round(row.value)} ${row.unit}`,
    limitText(row),
    holds(row) ? '✔' : '✖',
    row.details ?? '',
  ])
  const heads = [title, 'measured', 'limit', '', 'details']
  const table = [heads, ...lines]
  const widths = heads.map((_, column) =>
    Math.max(...table.map((line) => itemAt(line, column).length)),
  )
  for (const line of table) {
    console.log(
      line
        .map((text, column) => text.padEnd(itemAt(widths, column)))
        .join('  ')
        .trimEnd(),
    )
  }
  console.log()
  if (!rows.every(holds)) process.exitCode = 1
}

function limitText({ limit }: Row): string {
  if (!limit) return ''
  return 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
}

function holds({ value, limit }: Row): boolean {
  if (!limit) return true
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast
}

/** Rounds to three digits. */
function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
