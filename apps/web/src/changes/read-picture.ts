import type { Text } from '../messages/create-text.ts'

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
const MEGABYTES_MAX = 20
const QUALITY = 0.85

/** It is a chosen picture as a data URL, or why it cannot be used. */
type ReadPicture =
  | { readonly url: string; readonly fault: null }
  | { readonly url: null; readonly fault: string }

/** Scales a chosen picture down to the largest stored size. */
export async function readPicture(file: File, sideMax: number, t: Text): Promise<ReadPicture> {
  if (file.size > MEGABYTES_MAX * 1_000_000) {
    return { url: null, fault: t('organiser.pictureTooLarge', { count: MEGABYTES_MAX }) }
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
