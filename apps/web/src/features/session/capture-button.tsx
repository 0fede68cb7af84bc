import { useMutation } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'
import type { Downloaded } from './download-capture.ts'

interface CaptureButtonProps {
  readonly session: Downloaded
  /** Names the session where several have such a button. */
  readonly label?: string
}

/** Hands its owner what was recorded of a session. */
export function CaptureButton({ session, label }: CaptureButtonProps) {
  const t = useText()
  const download = useMutation({
    async mutationFn() {
      const { downloadCapture } = await import('./download-capture.ts')
      await downloadCapture(session, t)
    },
    onError: () => void showToast({ title: t('ui.unexpected'), tone: 'bad' }),
  })
  return (
    <button
      type="button"
      aria-busy={download.isPending}
      disabled={download.isPending}
      title={t('recordings.captureWhat')}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={() => download.mutate()}
      className="text-link disabled:text-muted coarse:py-2.5"
    >
      {t('recordings.capture')}
    </button>
  )
}
