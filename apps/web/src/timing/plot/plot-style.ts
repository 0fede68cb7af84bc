/** The site's charts have these colours and fonts. */
export interface PlotStyle {
  readonly font: string
  readonly nameFont: string
  readonly muted: string
  readonly line: string
  readonly lineStrong: string
  /** A chart is drawn on this colour. */
  readonly panel: string
  readonly ring: string
  /** It returns the colour of a line, which may be a token: a canvas does not know them. */
  readonly ink: (colour: string) => string
}

let known: { readonly theme: string | undefined; readonly look: PlotStyle } | undefined

/**
 * Returns the same for all charts. It is read once for each theme, since reading may make the browser work out the
 * page's styles.
 */
export function readPlotStyle(): PlotStyle {
  const theme = document.documentElement.dataset['theme']
  if (known?.theme !== theme || known === undefined) known = { theme, look: readLook() }
  return known.look
}

function readLook(): PlotStyle {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(`--${name}`)
  const family = read('font-timing')
  const tokens = new Map<string, string>()

  function ink(colour: string): string {
    if (!colour.startsWith('var(')) return colour
    const known = tokens.get(colour) ?? style.getPropertyValue(colour.slice('var('.length, -1))
    tokens.set(colour, known)
    return known
  }

  return {
    font: `500 13px ${family}`,
    nameFont: `600 13px ${family}`,
    muted: read('color-muted'),
    line: read('color-line'),
    lineStrong: read('color-line-strong'),
    panel: read('color-panel'),
    ring: read('color-white'),
    ink,
  }
}
