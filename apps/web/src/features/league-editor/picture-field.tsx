import { useState } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PICTURE_TYPES, readPicture } from '../../changes/read-picture.ts'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import type { LeaguePictureKind } from '@pitboard/contract/leagues/league-pictures'

/** The server stores no larger side. */
const SIDE_MAX: Readonly<Record<LeaguePictureKind, number>> = { thumbnail: 1280, banner: 1920 }

/** Every page shows the banner in this shape. */
const BANNER_SHAPE = { width: 1920, height: 320, isRound: false, type: 'image/webp' } as const

const CropDialog = lazyDialog(
  async () => (await import('../../changes/crop-dialog.tsx')).CropDialog,
)

interface PictureView {
  readonly name: PlainKey
  readonly hint: PlainKey
  readonly choose: PlainKey
  readonly remove: PlainKey
  readonly look: string
}

const VIEWS: Readonly<Record<LeaguePictureKind, PictureView>> = {
  thumbnail: {
    name: 'organiser.logo',
    hint: 'organiser.logoHint',
    choose: 'organiser.chooseLogo',
    remove: 'organiser.removeLogo',
    look: 'size-24 object-contain',
  },
  banner: {
    name: 'organiser.banner',
    hint: 'organiser.bannerHint',
    choose: 'organiser.chooseBanner',
    remove: 'organiser.removeBanner',
    look: 'aspect-[6/1] w-full object-cover',
  },
}

interface PictureFieldProps {
  readonly kind: LeaguePictureKind
  /** It is there now, as an address or a data URL. */
  readonly src: string | null
  /** The picture is a data URL, or null for no picture. */
  readonly onChange: (picture: string | null) => void
}

/** Sets or removes one of a league's pictures. */
export function PictureField({ kind, src, onChange }: PictureFieldProps) {
  const t = useText()
  const [error, setError] = useState<string | null>(null)
  /** The visible part of this banner is chosen. */
  const [cropped, setCropped] = useState<string | null>(null)
  const view = VIEWS[kind]

  async function choose(file: File) {
    const picture = await readPicture(file, SIDE_MAX[kind], t)
    setError(picture.fault)
    if (picture.url === null) return
    // A logo is shown whole.
    if (kind === 'banner') setCropped(picture.url)
    else onChange(picture.url)
  }

  async function saveBanner(part: Blob) {
    const picture = await readPicture(new File([part], 'banner'), SIDE_MAX.banner, t)
    setCropped(null)
    setError(picture.fault)
    if (picture.url !== null) onChange(picture.url)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-small">{t(view.name)}</legend>
      {src !== null && (
        <img
          src={src}
          alt=""
          className={`rounded-m border border-line-strong bg-raised ${view.look}`}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <FilePicker
          label={t(view.choose)}
          accept={PICTURE_TYPES}
          onFiles={([file]) => file && void choose(file)}
        />
        {src !== null && (
          <Button look="quiet" onClick={() => onChange(null)}>
            {t(view.remove)}
          </Button>
        )}
      </div>
      <p className="text-small text-muted">{t(view.hint)}</p>
      {error !== null && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
      {cropped !== null && (
        <CropDialog
          source={cropped}
          shape={BANNER_SHAPE}
          onClose={() => setCropped(null)}
          onSave={saveBanner}
          onUnreadable={() => {
            setCropped(null)
            setError(t('organiser.pictureUnreadable'))
          }}
        />
      )}
    </fieldset>
  )
}
