import { contentTag } from '../../platform/http/etags.ts'
import { renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../platform/http/api-error.ts'
import { createFairQueue, QueueFullError } from '../../platform/turns/fair-queue.ts'
import { FONT_FILES } from './fonts.ts'

/** A picture takes some 50 ms, and a shared link causes many requests at once. */
const queue = createFairQueue({ runningMax: 2, waitingMax: 128 })

/**
 * Renders off the main thread. `needsSystemFonts` says that the text holds scripts that only the machine's own fonts
 * may have; `network`, where the request comes from. Throws 503 where too many pictures are under way.
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

const PICTURES_MAX = 200

export interface Picture {
  /** The tag stands without quotes. */
  readonly etag: string
  /** `network` says where the request comes from. */
  png(network: string): Promise<Buffer>
}

/** Caches rendered pictures. */
export function createPictures(): (svg: string, needsSystemFonts: boolean) => Picture {
  const made = new LRUCache<string, Promise<Buffer>>({ max: PICTURES_MAX })
  return (svg, needsSystemFonts) => {
    const etag = contentTag(svg)
    return {
      etag,
      png(network) {
        const known = made.get(etag)
        if (known) return known
        const png = renderPng(svg, needsSystemFonts, network)
        made.set(etag, png)
        png.catch(() => made.delete(etag))
        return png
      },
    }
  }
}
