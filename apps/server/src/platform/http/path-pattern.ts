/**
 * Creates a test of whether a path is one of a route or page. Parameters, which begin with `:` or `$`, are whole
 * segments with something in them.
 */
export function createPathPattern(pattern: string): (path: string) => boolean {
  const parts = pattern.split('/').map((text) => ({ text, isParameter: /^[:$]/.test(text) }))
  return (path) => {
    const segments = path.split('/')
    if (segments.length !== parts.length) return false
    return parts.every(({ text, isParameter }, index) =>
      isParameter ? segments[index] !== '' : segments[index] === text,
    )
  }
}
