import type { Catalogue, MessageKey, MessageOf } from './catalogue.ts'
import type { Area, Places } from './en/message.ts'

type Values<Name extends string> = Readonly<Record<Name, string | number>>

type ValuesOf<Key extends MessageKey> = [Places<MessageOf<Key>>] extends [never]
  ? []
  : [values: Values<Places<MessageOf<Key>>>]

/** Gives a message in the reader's language; numbers are written as the reader writes them. */
export interface Text {
  <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string
  /** For `Intl`: the reader's own variant of the language, such as `de-AT`. */
  readonly locale: string
}

export function createText(catalogue: Catalogue, locale: string): Text {
  const areas: Readonly<Partial<Record<string, Area>>> = catalogue
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)

  function t(key: string, values: Values<string> = {}): string {
    const dot = key.indexOf('.')
    const message = areas[key.slice(0, dot)]?.[key.slice(dot + 1)]
    if (message === undefined) return key
    if (typeof message === 'string') return fill(message, values)
    return fill(plural.select(Number(values.count)) === 'one' ? message.one : message.other, values)
  }

  function fill(message: string, values: Values<string>): string {
    return message.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? number.format(value) : (value ?? place)
    })
  }

  return Object.assign(t, { locale })
}

/** The messages that need no values: those a table of names can point to. */
export type PlainKey = {
  [Key in MessageKey]: [Places<MessageOf<Key>>] extends [never] ? Key : never
}[MessageKey]
