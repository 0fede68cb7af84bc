const LETTERS = /^[A-Z]{8}$/

/** "wdjb mjht", as somebody may type it, becomes "WDJB-MJHT"; empty for anything else. */
export function readUserCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return LETTERS.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : ''
}
