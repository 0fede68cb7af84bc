import { createMapPainter, type MapCanvases } from './map-painter.ts'
import type { MapLook, MapNews, MapPainter } from './map-news.ts'

declare global {
  /** A worker has fonts of its own. */
  var fonts: FontFaceSet
}

/** These are the descriptors of a font as style sheets have them. */
export interface MapFont {
  readonly family: string
  readonly source: string
  readonly weight: string
  readonly unicodeRange: string
}

/** The first message has the canvases. */
export type MapMessage =
  | { readonly kind: 'start'; readonly canvases: MapCanvases; readonly fonts: readonly MapFont[] }
  | { readonly kind: 'show'; readonly news: MapNews }

let painter: MapPainter | null = null
let look: MapLook | null = null
let texts = ''
/** Texts are painted again when their font has come. */
let fontsLoaded = 0

addEventListener('message', ({ data }: MessageEvent<MapMessage>) => {
  if (data.kind === 'start') {
    for (const { family, source, weight, unicodeRange } of data.fonts) {
      globalThis.fonts.add(new FontFace(family, source, { weight, unicodeRange }))
    }
    painter = createMapPainter(data.canvases)
    return
  }
  const { news } = data
  look = news.look ?? look
  painter?.show(news.look ? { ...news, look: withOwnFonts(news.look) } : news)
  const shown = news.cars?.cars.map(({ label }) => label).join('') ?? texts
  if (look && shown !== texts) void loadFonts(look, shown)
})

/** Fetches those fonts alone that have the letters. */
async function loadFonts({ fontFamily }: MapLook, shown: string): Promise<void> {
  texts = shown
  const loaded = await globalThis.fonts.load(`600 16px ${fontFamily}`, `S${shown}`).catch(() => [])
  if (!look || loaded.length === 0) return
  fontsLoaded++
  painter?.show({ look: withOwnFonts(look) })
}

function withOwnFonts(told: MapLook): MapLook {
  return { ...told, fontStatus: String(fontsLoaded) }
}
