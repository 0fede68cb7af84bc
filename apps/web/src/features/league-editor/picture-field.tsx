import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { PictureFrame } from '../leagues/league-picture.tsx'

const SIDE_MAX = 1280
const QUALITY = 0.85

/** Scales a picture down to the largest shown size, as a data URL. Throws for other files. */
async function shrinkPicture(file: Blob): Promise<string> {
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

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp']
const MEGABYTES_MAX = 20

interface PictureFieldProps {
  readonly name: string
  /** What is there now: an address or a data URL. */
  readonly src: string | null
  /** A data URL, or null for no picture. */
  readonly onChange: (picture: string | null) => void
}

/** A league's picture as its card will show it. */
export function PictureField({ name, src, onChange }: PictureFieldProps) {
  const text = useText()
  const [error, setError] = useState<string | null>(null)

  async function choose(file: File) {
    if (file.size > MEGABYTES_MAX * 1_000_000) {
      return setError(text('organiser.pictureTooLarge', { count: MEGABYTES_MAX }))
    }
    try {
      onChange(await shrinkPicture(file))
      setError(null)
    } catch {
      setError(text('organiser.pictureUnreadable'))
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <p className="text-small">{text('organiser.picture')}</p>
      <div className="max-w-xs">
        <PictureFrame name={name} src={src} />
      </div>
      <div className="flex flex-wrap gap-2">
        <FilePicker
          label={text('organiser.choosePicture')}
          accept={ACCEPTED}
          onFiles={([file]) => file && void choose(file)}
        />
        {src !== null && (
          <Button look="quiet" onClick={() => onChange(null)}>
            {text('organiser.removePicture')}
          </Button>
        )}
      </div>
      <p className="text-small text-muted">{text('organiser.pictureHint')}</p>
      {error !== null && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
