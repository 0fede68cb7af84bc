import type { Area, Message } from '../src/words/message.ts'

type Catalogue = Readonly<Partial<Record<string, Area>>>

/** Returns the messages of a catalogue by their keys, as in `live.waiting`. */
function messagesOf(catalogue: Catalogue): ReadonlyMap<string, Message> {
  return new Map(
    Object.entries(catalogue).flatMap(([area, messages = {}]) =>
      Object.entries(messages).map(([name, message]): [string, Message] => [
        `${area}.${name}`,
        message,
      ]),
    ),
  )
}

function placesOf(message: Message): string {
  const texts = typeof message === 'string' ? [message] : [message.one, message.other]
  return [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].toSorted().join()
}

/** Returns the keys whose translation is missing, not wanted, empty, or has other places for values. */
export function translationFaults(original: Catalogue, translation: Catalogue): string[] {
  const [messages, translated] = [messagesOf(original), messagesOf(translation)]
  return [...new Set([...messages.keys(), ...translated.keys()])].filter((key) => {
    const [message, other] = [messages.get(key), translated.get(key)]
    if (message === undefined || other === undefined) return true
    const isEmpty = JSON.stringify(other).replaceAll(/\W/g, '') === ''
    return isEmpty || placesOf(message) !== placesOf(other)
  })
}

/** Returns the keys whose message says this. */
export function keysSaying(catalogue: Catalogue, text: RegExp): string[] {
  return [...messagesOf(catalogue)]
    .filter(([, message]) => text.test(JSON.stringify(message)))
    .map(([key]) => key)
}

/**
 * Returns the keys that no string of the sources names. A key that is put together, as in `download.${platform}`, uses
 * those whose name stands somewhere among the words of the sources.
 */
export function unusedKeys(
  catalogue: Catalogue,
  strings: ReadonlySet<string>,
  words: ReadonlySet<string>,
): string[] {
  const beginnings = [...strings].filter((value) => /^[A-Za-z]+\.$/.test(value))
  return [...messagesOf(catalogue).keys()].filter(
    (key) =>
      !strings.has(key) &&
      !(
        words.has(key.slice(key.indexOf('.') + 1)) &&
        beginnings.some((beginning) => key.startsWith(beginning))
      ),
  )
}
