/** A text with `{name}` places, or one text for each plural form of `count`. */
export type Message = string | PluralMessage

interface PluralMessage {
  readonly one: string
  readonly other: string
}

export type Area = Readonly<Record<string, Message>>

/** What a translation of an area has to be: the same keys, plural where the original is. */
export type Translation<Original extends Area> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : PluralMessage
}

type PlacesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesIn<Rest>
  : never

/** The names a message needs values for. */
export type Places<Original> = Original extends PluralMessage
  ? 'count' | PlacesIn<Original['one' | 'other']>
  : PlacesIn<Original>
