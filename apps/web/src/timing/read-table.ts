/**
 * Reads the cells of a table as it is copied from a spreadsheet or a page, or of a CSV file. Empty lines are left out;
 * a cell in quotation marks may contain separators and line breaks.
 */
export function readTable(text: string): string[][] {
  const lines = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  const separator = ['\t', ';'].find((sign) => lines.includes(sign)) ?? null
  if (separator !== null) return splitCells(lines, separator)
  const hasGaps = lines.split('\n').some((line) => line.trim().includes('  '))
  return hasGaps ? splitCells(lines.replaceAll(/ {2,}/g, '\t'), '\t') : splitCells(lines, ',')
}

function splitCells(text: string, separator: string, hasQuotes = true): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at] ?? '\n'
    if (isQuoted && at < text.length) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (hasQuotes && sign === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (sign === separator) {
      endCell()
    } else if (sign === '\n') {
      endCell()
      rows.push(row)
      row = []
    } else {
      cell += sign
    }
  }
  // A mark that is never closed is a part of its cell.
  if (isQuoted) return splitCells(text, separator, false)
  return rows.filter((cells) => cells.some((one) => one !== ''))
}

/** A line may be shorter than others of its table: then its last cells are empty. */
export function cellAt(line: readonly string[], at: number): string {
  return line[at] ?? ''
}
