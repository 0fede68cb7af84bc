import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'
import type { CaptureProblem } from './download-capture.ts'

const PROBLEM_WORDS = {
  signedOut: 'session.captureSignedOut',
  gone: 'session.captureGone',
  tooLarge: 'session.captureTooLarge',
  unexpected: 'ui.unexpected',
} as const satisfies Record<CaptureProblem, string>

interface CaptureButtonProps {
  readonly session: Pick<SessionSummary, 'id' | 'trackName' | 'sessionStartTime'>
  /** Names the session where several have such a button. */
  readonly label?: string
}

/** Hands its owner what was recorded of a session. */
export function CaptureButton({ session, label }: CaptureButtonProps) {
  const text = useText()
  const download = useMutation({
    async mutationFn() {
      const { downloadCapture } = await import('./download-capture.ts')
      const problem = await downloadCapture(session)
      if (problem) void showToast({ title: text(PROBLEM_WORDS[problem]), tone: 'bad' })
    },
    onError: () => void showToast({ title: text('ui.unexpected'), tone: 'bad' }),
  })
  return (
    <button
      type="button"
      aria-busy={download.isPending}
      disabled={download.isPending}
      title={text('session.captureWhat')}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={() => download.mutate()}
      className="text-link disabled:text-muted coarse:py-2.5"
    >
      {text('session.capture')}
    </button>
  )
}
