const CALL = /\b(?:new (?:Failure|Away)|say|onNote|print)\(/g

/**
 * The texts that a source hands to a `Failure` or a note, with what is filled in as {0}, {1} …;
 * texts that are joined by + are one.
 */
export function saidTexts(source: string): string[] {
  return Array.from(source.matchAll(CALL), ({ 0: call, index }) =>
    literalsFrom(source, index + call.length),
  ).flat()
}

function literalsFrom(source: string, start: number): string[] {
  const texts: string[] = []
  let depth = 1
  let joins = false
  for (let at = start; depth > 0 && at < source.length; at++) {
    const character = source[at] ?? ''
    if (character === "'" || character === '`') {
      const { text, end } = readLiteral(source, at)
      if (joins) texts.push((texts.pop() ?? '') + text)
      else texts.push(text)
      at = end
      joins = false
    } else if (character === '+') joins = true
    else if (character === '(') depth++
    else if (character === ')') depth--
  }
  return texts.map(numbered)
}

function readLiteral(source: string, start: number): { text: string; end: number } {
  const quote = source[start]
  let text = ''
  let at = start + 1
  while (source[at] !== quote) {
    if (source[at] === '\\') {
      text += source[at + 1] ?? ''
      at += 2
    } else if (source.startsWith('${', at)) {
      text += '{}'
      at = afterBraces(source, at + 2)
    } else text += source[at++] ?? ''
  }
  return { text, end: at }
}

function afterBraces(source: string, start: number): number {
  let depth = 1
  let at = start
  for (; depth > 0; at++) depth += source[at] === '{' ? 1 : source[at] === '}' ? -1 : 0
  return at
}

function numbered(text: string): string {
  let count = 0
  return text.replaceAll('{}', () => `{${count++}}`)
}
