/**
 * Returns what was typed as a part of an address, or null where nothing was. A URL can't hold half a character, and
 * takes "." and ".." away even when they are encoded: a space behind retains them.
 */
export function writeSearchString(typed: string): string | null {
  const trimmed = typed.toWellFormed().trim()
  if (trimmed === '') return null
  return trimmed === '.' || trimmed === '..' ? `${trimmed} ` : trimmed
}
