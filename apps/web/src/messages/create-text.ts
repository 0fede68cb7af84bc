import {
  createText as createTextOf,
  type KeyOf,
  type PlainKeyOf,
  type Text as TextOf,
} from '@pitboard/contract/words/create-text'
import type { Catalogue, English } from './catalogue.ts'

/** Gives a message in the reader's language; its locale is the reader's own variant of it. */
export type Text = TextOf<English>

export function createText(catalogue: Catalogue, locale: string): Text {
  return createTextOf<English>(catalogue, locale)
}

export type MessageKey = KeyOf<English>

/** These messages need no values, so that a table of names can point to them. */
export type PlainKey = PlainKeyOf<English>
