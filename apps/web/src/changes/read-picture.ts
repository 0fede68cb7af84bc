import type { Text } from '../messages/create-text.ts'

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
export const PICTURE_MEGABYTES_MAX = 20
const QUALITY = 0.85

/** A chosen file cannot be used for one of these reasons, which pages put into their own words. */
type PictureFault = 'pictureTooLarge' | 'pictureUnreadable'

/** It is a chosen picture as a data URL, or why it cannot be used. */
type ReadPicture =
  | { readonly url: string; readonly fault: null }
  | { readonly url: null; readonly fault: string }

/** Checks a chosen file before it is read. A browser that does not know the type leaves it empty: reading decides. */
export function pictureFault({ size, type }: Pick<File, 'size' | 'type'>): PictureFault | null {
  if (size > PICTURE_MEGABYTES_MAX * 1_000_000) return 'pictureTooLarge'
  return type === '' || PICTURE_TYPES.includes(type) ? null : 'pictureUnreadable'
}

/** Scales a chosen picture down to the largest stored size. */
export async function readPicture(file: File, sideMax: number, t: Text): Promise<ReadPicture> {
  const fault = pictureFault(file)
  if (fault !== null) {
    return { url: null, fault: t(`organiser.${fault}`, { count: PICTURE_MEGABYTES_MAX }) }
  }
  try {
    return { url: await shrinkPicture(file, sideMax), fault: null }
  } catch {
    return { url: null, fault: t('organiser.pictureUnreadable') }
  }
}

/** Returns the picture as a data URL. Throws if the file is not a picture. */
async function shrinkPicture(file: Blob, sideMax: number): Promise<string> {
  const source = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = source
    await picture.decode()
    const { naturalWidth, naturalHeight } = picture
    const scale = Math.min(1, sideMax / Math.max(naturalWidth, naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(naturalHeight * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser draws no pictures')
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    // A browser that writes no WebP writes PNG instead.
    return canvas.toDataURL('image/webp', QUALITY)
  } finally {
    URL.revokeObjectURL(source)
  }
}
