/** "P1 Ann" and "1. Ann" have their place in the cell of the name. */
export function readName(cell: string): string {
  return cell
    .replace(/^p\d{1,3}[.):]?\s(?=\S)/i, '')
    .replace(/^\d{1,3}[.):]\s(?=\S)/, '')
    .replaceAll(/\s/g, ' ')
    .trim()
}

/**
 * Reads points with a decimal point or comma, and with or without "pts" behind them; returns null for anything else.
 */
export function readPoints(cell: string): number | null {
  const [, sign = '', whole, part = '0'] =
    /^([+−-]?)(\d{1,4})(?:[.,](\d{1,3}))?\s?(?:pts?\.?|points|punkte|pkt\.?)?$/i.exec(cell) ?? []
  if (whole === undefined) return null
  const points = Number(`${whole}.${part}`)
  return sign === '' || sign === '+' || points === 0 ? points : -points
}

/** Returns null for an empty cell; undefined for one that is not a car number. */
export function readCarNumber(cell: string): number | null | undefined {
  if (cell === '') return null
  const [, digits] = /^#?\s?(\d{1,3})$/.exec(cell) ?? []
  return digits === undefined ? undefined : Number(digits)
}
