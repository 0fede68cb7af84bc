/** One line of a benchmark's table. */
export interface Row {
  readonly what: string
  readonly value: string
  readonly compared: string
  readonly limit: string
  readonly holds: boolean
}

export function printTable(title: string, rows: readonly Row[]): void {
  const head = { what: title, value: 'measured', compared: 'against', limit: 'limit', holds: true }
  const lines = [head, ...rows]
  const width = (of: (row: Row) => string) => Math.max(...lines.map((row) => of(row).length))
  const widths = [
    width((row) => row.what),
    width((row) => row.value),
    width((row) => row.compared),
    width((row) => row.limit),
  ] as const
  for (const [place, row] of lines.entries()) {
    const verdict = place === 0 ? '' : row.holds ? '✔' : '✖'
    console.log(
      [
        row.what.padEnd(widths[0]),
        row.value.padStart(widths[1]),
        row.compared.padStart(widths[2]),
        row.limit.padStart(widths[3]),
        verdict,
      ].join('  '),
    )
  }
  console.log()
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
