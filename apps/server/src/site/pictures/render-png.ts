import { renderAsync } from '@resvg/resvg-js'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { createFairQueue, QueueFullError } from '../../platform/limits/fair-queue.ts'
import { FONT_FILES } from './fonts.ts'

/** A link that is shared in a busy chat is asked for by many at once; each takes some 50 ms. */
const queue = createFairQueue({ runningMax: 2, waitingMax: 128 })

/**
 * Renders off the main thread. `needsSystemFonts`: the text holds scripts that only the machine's
 * own fonts may have; `network`: where the request comes from. Throws 503 where too many pictures
 * are under way.
 */
export async function renderPng(
  svg: string,
  needsSystemFonts: boolean,
  network: string,
): Promise<Buffer> {
  return queue
    .run({ network }, () => render(svg, needsSystemFonts))
    .catch((error: unknown) => {
      if (!(error instanceof QueueFullError)) throw error
      throw new ApiError(503, 'Too many pictures are being made. Try again in a few seconds.', {
        headers: { 'retry-after': '5' },
      })
    })
}

async function render(svg: string, needsSystemFonts: boolean): Promise<Buffer> {
  const image = await renderAsync(svg, {
    font: {
      loadSystemFonts: needsSystemFonts,
      fontFiles: FONT_FILES,
      defaultFontFamily: 'Barlow',
    },
    logLevel: 'off',
  })
  return image.asPng()
}
