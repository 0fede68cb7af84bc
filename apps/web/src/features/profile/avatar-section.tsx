import { useEffect, useState } from 'react'
import type { Account } from '../../auth/account.ts'
import { PICTURE_MEGABYTES_MAX, PICTURE_TYPES, pictureFault } from '../../changes/read-picture.ts'
import { useText } from '../../messages/use-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { removeAvatar, saveAvatar } from './save-profile.ts'

const CropDialog = lazyDialog(
  async () => (await import('../../changes/crop-dialog.tsx')).CropDialog,
)

const AVATAR_SHAPE = { width: 512, height: 512, isRound: true, type: 'image/jpeg' } as const

export function AvatarSection({ session }: { readonly session: Account }) {
  const t = useText()
  const [source, setSource] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)

  // The browser holds the picture in its memory until then, also after the page is left.
  useEffect(() => () => void (source !== null && URL.revokeObjectURL(source)), [source])

  function choose(file: File) {
    const fault = pictureFault(file)
    if (fault !== null) return setError(t(`dashboard.${fault}`, { count: PICTURE_MEGABYTES_MAX }))
    setError(null)
    setSource(URL.createObjectURL(file))
  }

  function close(problem: string | null = null) {
    setSource(null)
    setError(problem)
  }

  async function save(picture: Blob) {
    try {
      await saveAvatar(session.userId, picture)
      close()
      void showToast({ title: t('dashboard.pictureSaved'), tone: 'good' })
    } catch {
      close(t('dashboard.pictureFailed'))
    }
  }

  async function remove() {
    setRemoving(true)
    try {
      await removeAvatar(session.userId)
      void showToast({ title: t('dashboard.pictureRemoved'), tone: 'good' })
    } catch {
      setError(t('dashboard.pictureFailed'))
    } finally {
      setRemoving(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={session.username} src={session.avatarUrl} size="large" />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <FilePicker
            label={t('dashboard.choosePicture')}
            accept={PICTURE_TYPES}
            onFiles={([file]) => file && choose(file)}
          />
          {session.avatarUrl !== null && (
            <Button look="quiet" loading={removing} onClick={() => void remove()}>
              {t('dashboard.removePicture')}
            </Button>
          )}
        </div>
        <p className="text-small text-muted">{t('dashboard.pictureHint')}</p>
        {error !== null && (
          <p role="alert" className="text-small text-bad">
            {error}
          </p>
        )}
      </div>
      {source !== null && (
        <CropDialog
          source={source}
          shape={AVATAR_SHAPE}
          onClose={() => close()}
          onSave={save}
          onUnreadable={() => close(t('dashboard.pictureUnreadable'))}
        />
      )}
    </div>
  )
}
