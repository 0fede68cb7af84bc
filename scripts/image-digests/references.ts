/** These files name images of others. */
export const IMAGE_FILES = ['Dockerfile', 'compose.yaml', 'compose.cluster.yaml'] as const

export interface ImageReference {
  readonly image: string
  readonly tag: string
  /** It is null where the tag alone names it. */
  readonly digest: string | null
  /** This is the reference as it is written. */
  readonly text: string
}

const NAMED = /^(?:FROM|image:) (\S+)/

/** Lists the images that a Dockerfile or a compose file names. */
export function listImages(text: string): ImageReference[] {
  return text.split('\n').flatMap((line) => {
    const [, written] = NAMED.exec(line.trim()) ?? []
    if (written === undefined) return []
    const [name = '', digest = null] = written.split('@')
    const [image = '', tag = ''] = name.split(':')
    return [{ image, tag, digest, text: written }]
  })
}
