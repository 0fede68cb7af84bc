/** No shape of the contract nests deeper than ten levels; metadata of clients may. */
export const LEVELS_MAX = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d]
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d]

/**
 * Whether JSON nests so deep that only an attack does. Looks at each character once and stops at the
 * first level too deep, so that it costs less than the parser it protects.
 */
export function nestsTooDeep(json: string): boolean {
  if (json.length <= LEVELS_MAX) return false
  let levels = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) levels++
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) levels--
    if (levels > LEVELS_MAX) return true
  }
  return false
}

/** Where the text that begins at `start` has its closing quote. */
function endOfText(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE) {
    at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  }
  return at
}
