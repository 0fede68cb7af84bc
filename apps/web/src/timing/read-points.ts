/** Reads points by position as they are typed; returns null for what is no list. */
export function readList(typed: string): number[] | null {
  const parts = typed.split(/[\s;]+|,\s+|,(?=\D|$)/).filter((part) => part !== '')
  const [first, ...others] = parts
  const commas = first !== undefined && others.length === 0 && first.split(',').length > 2
  const words = commas ? first.split(',').filter((part) => part !== '') : parts
  const numbers = words.map((word) => readNumber(word, -1000, 1000))
  return numbers.length > 60 || numbers.includes(null)
    ? null
    : numbers.filter((number) => number !== null)
}

/** Reads a number with a point or a comma; returns null for what is none or out of bounds. */
export function readNumber(typed: string, min: number, max: number): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^[-−]?\d+(\.\d+)?$/.test(text)) return null
  const number = Number(text.replace('−', '-'))
  return number >= min && number <= max ? number : null
}
