import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useText } from '../messages/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

/** It is a part of a picture, in its own pixels. */
interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const QUALITY = 0.9

/** The part becomes this: large enough for every place it is shown at. */
interface CropShape {
  readonly width: number
  readonly height: number
  readonly isRound: boolean
  readonly type: 'image/jpeg' | 'image/webp'
}

/** Returns the part as a picture of its own. */
async function cropPicture(
  source: string,
  part: Part,
  { width, height, type }: CropShape,
): Promise<Blob> {
  const picture = new Image()
  picture.src = source
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  context?.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture'))),
      type,
      QUALITY,
    )
  })
}

const ZOOM_MAX = 4
const ZOOM_STEP = 0.05

export function CropDialog({
  source,
  shape,
  onClose,
  onSave,
  onUnreadable,
}: {
  /** It is an address of the picture in this browser. */
  readonly source: string
  readonly shape: CropShape
  readonly onClose: () => void
  readonly onSave: (picture: Blob) => Promise<void>
  readonly onUnreadable: () => void
}) {
  const t = useText()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [part, setPart] = useState<Part | null>(null)
  const saving = useMutation({
    mutationFn: async (wanted: Part) => onSave(await cropPicture(source, wanted, shape)),
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('dashboard.cropPicture')}
      description={t('dashboard.cropHow')}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            look="primary"
            loading={saving.isPending}
            disabled={part === null}
            onClick={() => part && saving.mutate(part)}
          >
            {t('dashboard.savePicture')}
          </Button>
        </>
      }
    >
      <div className="relative h-72 shrink-0 overflow-hidden rounded-m bg-page">
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={shape.width / shape.height}
          cropShape={shape.isRound ? 'round' : 'rect'}
          objectFit={shape.isRound ? 'cover' : 'contain'}
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setPart(pixels)}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '', onError: onUnreadable }}
        />
      </div>
      <label className="flex items-center gap-4 text-small">
        {t('dashboard.zoom')}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="control min-w-0 flex-1 accent-text"
        />
      </label>
    </Dialog>
  )
}
