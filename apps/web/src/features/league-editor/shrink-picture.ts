const SIDE_MAX = 1280
const QUALITY = 0.85

/** A picture as a data URL, no larger than any place shows it. Throws for a file that is none. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const source = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = source
    await picture.decode()
    const { naturalWidth, naturalHeight } = picture
    const scale = Math.min(1, SIDE_MAX / Math.max(naturalWidth, naturalHeight))
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
