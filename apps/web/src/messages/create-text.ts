import { createFill } from '@pitboard/contract/words/fill-message'
import type { Catalogue, MessageKey, MessageOf } from './catalogue.ts'
import type { Area, Places } from '@pitboard/contract/words/message'

type Values<Name extends string> = Readonly<Record<Name, string | number>>

type ValuesOf<Key extends MessageKey> = [Places<MessageOf<Key>>] extends [never]
  ? []
  : [values: Values<Places<MessageOf<Key>>>]

/** Gives a message in the reader's language; numbers are written as the reader writes them. */
export interface Text {
  <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string
  /** `Intl` uses this: the reader's own variant of the language, such as `de-AT`. */
  readonly locale: string
}

export function createText(catalogue: Catalogue, locale: string): Text {
  const areas: Readonly<Partial<Record<string, Area>>> = catalogue
  const fill = createFill(locale)

  function t(key: string, values: Values<string> = {}): string {
    const dot = key.indexOf('.')
    const message = areas[key.slice(0, dot)]?.[key.slice(dot + 1)]
    return message === undefined ? key : fill(message, values)
  }

  return Object.assign(t, { locale })
}

/** These messages need no values, so that a table of names can point to them. */
export type PlainKey = {
  [Key in MessageKey]: [Places<MessageOf<Key>>] extends [never] ? Key : never
}[MessageKey]
