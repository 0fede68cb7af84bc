import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { useState } from 'react'
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
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const problem = await fetchCapture()
    setBusy(false)
    if (problem) await showToast({ title: text(PROBLEM_WORDS[problem]), tone: 'bad' })
  }
  async function fetchCapture(): Promise<CaptureProblem | null> {
    try {
      const { downloadCapture } = await import('./download-capture.ts')
      return await downloadCapture(session)
    } catch {
      return 'unexpected'
    }
  }
  return (
    <button
      type="button"
      aria-busy={busy}
      disabled={busy}
      title={text('session.captureWhat')}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={() => void download()}
      className="text-primary underline underline-offset-3 hover:decoration-2 disabled:text-muted coarse:py-2.5"
    >
      {text('session.capture')}
    </button>
  )
}
