/** A message is a text with `{name}` places, or one text for each plural form of `count`. */
export type Message = string | PluralMessage

interface PluralMessage {
  readonly one: string
  readonly other: string
}

export type Area = Readonly<Record<string, Message>>

/** A translation of an area must have the same keys, and plural forms where the original has them. */
export type Translation<Original extends Area> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : PluralMessage
}

type PlacesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesIn<Rest>
  : never

/** A message needs values for these names. */
export type Places<Original> = Original extends PluralMessage
  ? 'count' | PlacesIn<Original['one' | 'other']>
  : PlacesIn<Original>
