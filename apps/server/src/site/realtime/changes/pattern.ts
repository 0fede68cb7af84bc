/** SQL's `like`: `%` stands for any text, `_` for one character. Takes time by the lengths alone. */
export function matchesPattern(text: string, pattern: string): boolean {
  let at = 0
  let inPattern = 0
  let afterStar = -1
  let restart = 0
  while (at < text.length) {
    const wanted = pattern[inPattern]
    if (wanted === '%') {
      afterStar = ++inPattern
      restart = at
    } else if (wanted !== undefined && (wanted === '_' || wanted === text[at])) {
      at++
      inPattern++
    } else if (afterStar >= 0) {
      // The last % takes one character more.
      at = ++restart
      inPattern = afterStar
    } else {
      return false
    }
  }
  return /^%*$/.test(pattern.slice(inPattern))
}
