import type { Message } from './message.ts'

type Values = Readonly<Record<string, string | number>>

/**
 * Creates a function that fills the places of messages; numbers are written as readers of the locale write
 * them.
 */
export function createFill(locale: string): (message: Message, values?: Values) => string {
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)

  function fill(message: string, values: Values): string {
    return message.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? number.format(value) : (value ?? place)
    })
  }

  return (message, values = {}) => {
    if (typeof message === 'string') return fill(message, values)
    return fill(
      plural.select(Number(values['count'])) === 'one' ? message.one : message.other,
      values,
    )
  }
}
