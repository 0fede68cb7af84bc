import { type DragEvent, type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { UploadList } from './upload-list.tsx'
import { uploadQueue } from './upload-queue.ts'

/** Capture files are dropped or chosen there, and it shows what becomes of them. */
export function CaptureDrop({ children }: { readonly children?: ReactNode }) {
  const t = useText()
  const [isOver, setOver] = useState(false)

  function take(event: DragEvent) {
    if (![...event.dataTransfer.items].some(({ kind }) => kind === 'file')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') uploadQueue.add([...event.dataTransfer.files])
  }

  return (
    <section aria-label={t('recordings.upload')} className="flex flex-col gap-3">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button does the same */}
      <div
        onDragOver={take}
        onDragLeave={take}
        onDrop={take}
        className={`flex flex-wrap items-center gap-x-5 gap-y-3 rounded-l border border-dashed px-4 py-4 transition-colors ${isOver ? 'border-text bg-raised' : 'border-line-strong'}`}
      >
        <p className="min-w-0 flex-1 basis-64">
          <span className="timing block text-subhead font-semibold">{t('recordings.drop')}</span>
          <span className="text-small text-muted">{t('recordings.dropWhat')}</span>
        </p>
        <FilePicker
          label={t('recordings.chooseFiles')}
          multiple
          onFiles={(files) => uploadQueue.add(files)}
        />
        {children}
      </div>
      <UploadList />
    </section>
  )
}
