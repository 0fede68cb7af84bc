/** Points of one place are within these. */
export const POINTS_RANGE = { min: -1000, max: 1000 } as const
export const PLACES_MAX = 60

/** Reads points by position as they are typed; returns null for what is no list. */
export function readList(typed: string): number[] | null {
  const parts = typed.split(/[\s;]+|,\s+|,(?=\D|$)/).filter((part) => part !== '')
  const [first, ...others] = parts
  const commas = first !== undefined && others.length === 0 && first.split(',').length > 2
  const words = commas ? first.split(',').filter((part) => part !== '') : parts
  const numbers = words.map((word) => readNumber(word, POINTS_RANGE))
  return numbers.length > PLACES_MAX || numbers.includes(null)
    ? null
    : numbers.filter((number) => number !== null)
}

/** Reads a number with a point or a comma; returns null for what is none or out of bounds. */
export function readNumber(
  typed: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^[-−]?\d+(\.\d+)?$/.test(text)) return null
  const number = Number(text.replace('−', '-'))
  return number >= min && number <= max ? number : null
}
