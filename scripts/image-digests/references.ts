/** The files that name images of others. */
export const IMAGE_FILES = ['Dockerfile', 'compose.yaml', 'compose.cluster.yaml'] as const

export interface ImageReference {
  readonly image: string
  readonly tag: string
  /** Null where the tag alone names it. */
  readonly digest: string | null
  /** As it is written. */
  readonly text: string
}

const REFERENCE = /(?:^FROM |^\s*image: )((\S+?):([^\s@]+)(?:@(sha256:[0-9a-f]{64}))?)(?=\s|$)/gm

/** The images that a Dockerfile or a compose file names. */
export function listImages(text: string): ImageReference[] {
  return Array.from(
    text.matchAll(REFERENCE),
    ([, text = '', image = '', tag = '', digest = null]) => ({ image, tag, digest, text }),
  )
}
