export type Cell = string | number | null

/** Writes RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((row) => row.map(toField).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function toField(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = escapeFormulas(cell)
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** These begin a formula, also in the full-width, small, raised and lowered forms of Unicode. */
const OPERATOR = '=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−'
/** Some spreadsheets skip these before a formula. */
const SKIPPED = '[ "\\p{Zs}\\p{Cf}]*'
const FORMULA_AT_START = new RegExp(`^${SKIPPED}[${OPERATOR},;|\\t\\r\\n]`, 'u')
const FORMULA_AFTER_SEPARATOR = new RegExp(`([,;|\\t\\r\\n])(?=${SKIPPED}[${OPERATOR}])`, 'gu')

/**
 * An apostrophe before a formula makes it text. Where a spreadsheet separates cells at semicolons or
 * tabs, a formula can also begin within a field.
 */
function escapeFormulas(text: string): string {
  const within = text.replaceAll(FORMULA_AFTER_SEPARATOR, "$1'")
  return FORMULA_AT_START.test(text) ? `'${within}` : within
}
