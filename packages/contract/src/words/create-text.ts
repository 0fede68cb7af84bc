import { createFill } from './fill-message.ts'
import type { Area, Places, Translation } from './message.ts'

/** A catalogue has areas of messages; those that are fetched later may be missing. */
type Areas = Readonly<Partial<Record<string, Area>>>

/** A key is `<area>.<name>`, as in `live.waiting`. */
export type KeyOf<Original> = {
  [Name in keyof Original]: `${Extract<Name, string>}.${Extract<keyof Original[Name], string>}`
}[keyof Original]

type MessageOf<Original, Key> = Key extends `${infer Name}.${infer Message}`
  ? Name extends keyof Original
    ? Original[Name][Message & keyof Original[Name]]
    : never
  : never

type Values<Name extends string> = Readonly<Record<Name, string | number>>

type ValuesOf<Message> = [Places<Message>] extends [never] ? [] : [values: Values<Places<Message>>]

/** Gives a message of the catalogue in one language; numbers are written as its readers write them. */
export interface Text<Original> {
  <Key extends KeyOf<Original>>(key: Key, ...values: ValuesOf<MessageOf<Original, Key>>): string
  /** `Intl` uses this for dates, numbers and lists, such as `de-AT`. */
  readonly locale: string
}

/** These messages need no values, so that a table of names can point to them. */
export type PlainKeyOf<Original> = {
  [Key in KeyOf<Original>]: [Places<MessageOf<Original, Key>>] extends [never] ? Key : never
}[KeyOf<Original>]

/** A translation of a catalogue has the same areas with the same messages. */
export type TranslatedAreas<Original extends Readonly<Record<string, Area>>> = {
  readonly [Name in keyof Original]: Translation<Original[Name]>
}

/** `Original` are the areas as English has them, whose messages say which values they need. */
export function createText<Original>(areas: Areas, locale: string): Text<Original> {
  const fill = createFill(locale)

  function t(key: string, values: Values<string> = {}): string {
    const dot = key.indexOf('.')
    const message = areas[key.slice(0, dot)]?.[key.slice(dot + 1)]
    return message === undefined ? key : fill(message, values)
  }

  return Object.assign(t, { locale })
}
