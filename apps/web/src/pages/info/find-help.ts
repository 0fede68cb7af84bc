import { itemAt } from '@pitboard/contract/wire/item-at'
import { fold } from '../../features/search/search-groups.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { FAQ_GROUPS } from './faq-groups.ts'
import { GUIDES } from './guides.ts'

export interface HelpFound {
  readonly to: string
  readonly hash: string
  readonly title: PlainKey
  /** This guide or group of questions has it. */
  readonly place: PlainKey
  /** It is the sentence or list entry with the first word that was typed, without the marks of its markup. */
  readonly excerpt: string
}

/** Returns the sections of guides and questions that have every word in their title, place or text; those with all of them in the title come first. */
export function findHelp(t: Text, typed: string): readonly HelpFound[] {
  const stems = stemsOf(typed)
  const sections = GUIDES.flatMap(({ path, title: place, sections: list }) =>
    list.map(({ id, title, text }) => ({ to: path, hash: id, title, place, text })),
  )
  const questions = FAQ_GROUPS.flatMap(({ title: place, questions: list }) =>
    list.map(({ id, question, answer }) => ({
      to: '/faq',
      hash: id,
      title: question,
      place,
      text: answer,
    })),
  )
  const found = [...sections, ...questions].filter(({ title, place, text }) =>
    hasAll(stems, [t(title), t(place), plain(t(text))].join(' ')),
  )
  const isNamed = ({ title }: { readonly title: PlainKey }) => hasAll(stems, t(title))
  return [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))].map(
    ({ text, ...rest }) => ({ ...rest, excerpt: excerptOf(plain(t(text)), stems) }),
  )
}

/** Removes the marks of `Prose`; a link is read by its words. */
function plain(text: string): string {
  return text.replaceAll(/\[([^\][]+)\]\([^()]+\)/g, '$1').replaceAll(/\*\*|`/g, '')
}

/** A long word is found without its last two letters, so that a penalty finds penalties. */
function stemsOf(typed: string): readonly string[] {
  return fold(typed.trim())
    .split(/\s+/)
    .map((word) => (word.length > 5 ? word.slice(0, -2) : word))
}

function hasAll(stems: readonly string[], text: string): boolean {
  const folded = fold(text)
  return stems.every((stem) => folded.includes(stem))
}

function excerptOf(text: string, [first = '']: readonly string[]): string {
  const parts = text.split(/\n+|(?<=[.!?]) /).map((part) => part.replace(/^(?:- |\d{1,2}\. )/, ''))
  return parts.find((part) => fold(part).includes(first)) ?? itemAt(parts, 0)
}
