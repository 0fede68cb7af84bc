import { createHash } from 'node:crypto'
import { createBoundedMap } from '../../platform/cache/bounded-map.ts'
import { renderPng } from './render-png.ts'

const PICTURES_MAX = 200

export interface Picture {
  /** Without quotes. */
  readonly etag: string
  /** `network`: where the request comes from. */
  png(network: string): Promise<Buffer>
}

/** Makes each picture once, as long as it is among those that were asked for last. */
export function createPictures(): (svg: string, needsSystemFonts: boolean) => Picture {
  const made = createBoundedMap<Promise<Buffer>>(PICTURES_MAX)
  return (svg, needsSystemFonts) => {
    const etag = createHash('sha256').update(svg).digest('base64url')
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
