import { invalidField } from './api-error.ts'

/** The pattern finds controls, and what turns text around or hides in it. A zero character is refused. */
const UNSEEN = /(?!\0)\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u
/** These letters and signs have no ink: fillers of Hangul, a pattern of Braille without dots. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

const UNSEEABLE = 'holds nothing that can be seen'

/** Puts the text on one line, without invisible characters. */
export function toOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').trim()
}

export function isVisibleText(text: string): boolean {
  return SEEN.test(toOneLine(text).replaceAll(BLANK, ''))
}

/** Returns a name as it is stored. Throws a 400 if nothing of it is visible. */
export function readName(path: string, text: string): string {
  const name = toOneLine(text)
  if (isVisibleText(name)) return name
  throw invalidField(path, UNSEEABLE)
}

/**
 * Returns the name of a driver as it is stored: as it was typed, since the game's own are compared with it, on one
 * line. Throws a 400 if nothing of it is visible.
 */
export function readDriverName(path: string, text: string): string {
  const name = text.replaceAll(/\s/gu, ' ').replaceAll(UNSEEN, '').trim()
  if (isVisibleText(name)) return name
  throw invalidField(path, UNSEEABLE)
}

/** Returns a text of several lines as it is stored. Throws a 400 if nothing of it is visible. */
export function readMultilineText(path: string, text: string): string {
  if (isVisibleText(text)) return text.trim()
  throw invalidField(path, UNSEEABLE)
}

/** Returns a link as it is stored; users may leave out the scheme. Throws a 400 for an invalid one. */
export function readLink(path: string, text: string): string {
  if (text === '') return text
  const link = /^https?:/i.test(text) ? text : `https://${text}`
  const address = URL.canParse(link) ? new URL(link) : null
  // What stands before an @ looks like where it leads.
  if (address && address.username === '' && address.password === '') return link
  throw invalidField(path, 'must be an http or https address')
}
