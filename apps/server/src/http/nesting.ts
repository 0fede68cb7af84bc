const LEVELS_MAX = 500

/**
 * Whether JSON nests so deep that only an attack does: what reads it can go down as far as it likes,
 * what writes it again runs out of stack.
 */
export function nestsTooDeep(json: string): boolean {
  if (json.length <= LEVELS_MAX) return false
  let levels = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (isText && sign === '\\') at++
    else if (sign === '"') isText = !isText
    else if (!isText && (sign === '[' || sign === '{')) levels++
    else if (!isText && (sign === ']' || sign === '}')) levels--
    if (levels > LEVELS_MAX) return true
  }
  return false
}
