import { itemAt } from '@pitboard/contract/wire/item-at'
import { fold } from './search-groups.ts'

interface NamePart {
  readonly from: number
  readonly words: string
  readonly isMatch: boolean
}

export function findMatchedParts(name: string, search: string): NamePart[] {
  const marked = markMatches(Array.from(name), fold(search).split(/\s+/))
  const parts: NamePart[] = []
  for (const [from, { letter, isMatch }] of marked.entries()) {
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) {
      parts[parts.length - 1] = { ...last, words: last.words + letter }
    } else {
      parts.push({ from, words: letter, isMatch })
    }
  }
  return parts
}

/** Returns whether a word of the search stands in the name. */
export function hasMatch(name: string, search: string): boolean {
  return findMatchedParts(name, search).some(({ isMatch }) => isMatch)
}

/** A letter may be several when it is folded: "ﬁ" is "fi". */
function markMatches(letters: readonly string[], searched: readonly string[]) {
  const folded = letters.map(fold)
  const text = folded.join('')
  const matched = new Set<number>()
  for (const word of searched) {
    for (let at = text.indexOf(word); word !== '' && at !== -1; at = text.indexOf(word, at + 1)) {
      for (const place of range(at, at + word.length)) matched.add(place)
    }
  }
  let end = 0
  return letters.map((letter, index) => {
    const start = end
    end += itemAt(folded, index).length
    // An accent of its own is part of the letter before it.
    const places = end > start ? range(start, end) : [start - 1]
    return { letter, isMatch: places.some((place) => matched.has(place)) }
  })
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
