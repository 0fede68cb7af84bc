import type { MessageKey, MessageOf } from './catalogue.ts'
import type { Places } from './en/message.ts'

/** The messages that need no values: those a table of names can point to. */
export type PlainKey = {
  [Key in MessageKey]: [Places<MessageOf<Key>>] extends [never] ? Key : never
}[MessageKey]
