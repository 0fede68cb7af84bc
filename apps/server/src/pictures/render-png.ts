import { renderAsync } from '@resvg/resvg-js'
import { ApiError } from '../errors.ts'
import { FONT_FILES } from './fonts.ts'

const RENDERING_MAX = 2
/** A link that is shared in a busy chat is asked for by many at once; each takes some 50 ms. */
const WAITING_MAX = 128

let rendering = 0
const waiting: (() => void)[] = []

/**
 * Renders off the main thread. `needsSystemFonts`: the text holds scripts that only the machine's
 * own fonts may have. Throws 503 where too many pictures are under way.
 */
export async function renderPng(svg: string, needsSystemFonts: boolean): Promise<Buffer> {
  await takeTurn()
  try {
    const image = await renderAsync(svg, {
      font: {
        loadSystemFonts: needsSystemFonts,
        fontFiles: FONT_FILES,
        defaultFontFamily: 'Barlow',
      },
      logLevel: 'off',
    })
    return image.asPng()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else rendering--
  }
}

/** Whoever ends hands the turn on, so that nobody can slip in between. */
async function takeTurn(): Promise<void> {
  if (rendering < RENDERING_MAX) {
    rendering++
    return
  }
  if (waiting.length >= WAITING_MAX) {
    throw new ApiError(503, 'Too many pictures are being made. Try again in a few seconds.', {
      headers: { 'retry-after': '5' },
    })
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}
