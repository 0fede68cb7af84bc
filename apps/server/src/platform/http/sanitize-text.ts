import { invalidField } from '../diagnostics/errors.ts'

/** Controls, and what turns text around or hides in it. A zero is no text at all: it is refused. */
const UNSEEN = /(?!\0)\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Letters and signs without ink: fillers of Hangul, a pattern of Braille without dots. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

const UNSEEABLE = 'holds nothing that can be seen'

/** On one line, without what can't be seen. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').trim()
}

export function canBeSeen(text: string): boolean {
  return SEEN.test(oneLine(text).replaceAll(BLANK, ''))
}

/** A name as it is kept. Throws a 400 where there is nothing to see. */
export function readName(path: string, text: string): string {
  const name = oneLine(text)
  if (canBeSeen(name)) return name
  throw invalidField(path, UNSEEABLE)
}

/**
 * The name of a driver as it is kept: as it was typed, since the game's own are compared with it, on
 * one line. Throws a 400 where there is nothing to see.
 */
export function readDriverName(path: string, text: string): string {
  const name = text.replaceAll(/\s/gu, ' ').replaceAll(UNSEEN, '').trim()
  if (canBeSeen(name)) return name
  throw invalidField(path, UNSEEABLE)
}

/** A text of several lines as it is kept. Throws a 400 where there is nothing to see. */
export function readWords(path: string, text: string): string {
  if (canBeSeen(text)) return text.trim()
  throw invalidField(path, UNSEEABLE)
}

/** An address as it is kept; people leave the scheme out. Throws a 400 for what is none. */
export function readLink(path: string, text: string): string {
  if (text === '') return text
  const link = /^https?:/i.test(text) ? text : `https://${text}`
  const address = URL.canParse(link) ? new URL(link) : null
  // What stands before an @ looks like where it leads.
  if (address && address.username === '' && address.password === '') return link
  throw invalidField(path, 'must be an http or https address')
}
