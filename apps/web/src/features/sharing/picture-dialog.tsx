import { useState } from 'react'
import { useLanguage, useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { buttonClass } from '../../ui/buttons/button-variants.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PICTURE_FORMATS, type PictureFormat } from '@pitboard/contract/site/picture-formats'

interface PictureDialogProps {
  /** Names what the picture shows. */
  readonly title: string
  /** It is its address without format and language. */
  readonly path: string
  readonly onClose: () => void
}

const NAMES = {
  square: 'embedding.square',
  story: 'embedding.story',
  wide: 'embedding.wide',
} as const satisfies Record<PictureFormat, string>

/** Offers pictures of a page in the sizes that chats and feeds show, to be saved. */
export function PictureDialog({ title, path, onClose }: PictureDialogProps) {
  const t = useText()
  const language = useLanguage()
  const [format, setFormat] = useState<PictureFormat>('square')
  const { width, height } = PICTURE_FORMATS[format]
  const address = `${path}${path.includes('?') ? '&' : '?'}format=${format}&lang=${language}`
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('embedding.picture')}
      description={t('embedding.pictureWhy')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <a href={address} download={`${title}.png`} className={buttonClass('primary', 'normal')}>
            {t('embedding.save')}
          </a>
        </>
      }
    >
      <ChoiceBar<PictureFormat>
        label={t('embedding.format')}
        options={(['square', 'story', 'wide'] as const).map((value) => ({
          value,
          label: t(NAMES[value]),
        }))}
        value={format}
        onChange={setFormat}
      />
      <img
        key={address}
        src={address}
        alt={title}
        width={width}
        height={height}
        className="mx-auto h-auto max-h-[50vh] w-auto max-w-full rounded-m border border-line bg-panel"
      />
    </Dialog>
  )
}
