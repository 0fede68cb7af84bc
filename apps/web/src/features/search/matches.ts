/** Whether every word of the search stands in the facts, at any place, in either case. */
export function matches(search: string, facts: readonly (string | null)[]): boolean {
  const text = fold(facts.join(' '))
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** São Paulo is found by "sao". */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
