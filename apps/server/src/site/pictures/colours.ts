/** The web app's colours (apps/web/src/ui/tokens.css), as far as pictures use them. */
export const COLOURS = {
  page: '#0b0c0f',
  panel: '#121418',
  raised: '#1a1d23',
  line: '#262a32',
  lineStrong: '#3a404b',
  text: '#f4f5f7',
  muted: '#a8aeb9',
  primary: '#ff4b3e',
  primaryFill: '#d9170b',
  secondary: '#ffb000',
} as const

/** A team's colour, or grey where it is none; lightened where it would vanish on the page. */
export function teamColour(colour: string): string {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)
  if (!parts) return COLOURS.muted
  const rgb = parts.slice(1).map((part) => Number.parseInt(part, 16))
  if (Math.max(...rgb) >= 96) return colour
  return `#${rgb.map((part) => (part + 90).toString(16)).join('')}`
}
