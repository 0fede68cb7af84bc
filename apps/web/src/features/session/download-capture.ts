import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { pathOf } from '@pitboard/contract/wire/client'
import { fetchFile, saveFile } from '../../api/file.ts'
import type { Text } from '../../messages/create-text.ts'
import { showToast } from '../../ui/toast/toast.ts'

/** A browser might not hold a larger file until it is saved. */
const BYTES_MAX = 1024 ** 3

const PROBLEM_WORDS = {
  signedOut: 'recordings.captureSignedOut',
  gone: 'recordings.captureGone',
  tooLarge: 'recordings.captureTooLarge',
  unexpected: 'ui.unexpected',
} as const

export type Downloaded = Pick<SessionSummary, 'id' | 'trackName' | 'sessionStartTime'>

/** Saves what was recorded of an own session, or shows why it could not be had. */
export async function downloadCapture(session: Downloaded, t: Text): Promise<void> {
  const problem = await saveCapture(session)
  if (problem === null) return
  await showToast({ title: t(PROBLEM_WORDS[problem]), tone: 'bad' })
}

async function saveCapture(session: Downloaded): Promise<keyof typeof PROBLEM_WORDS | null> {
  const response = await fetchFile(pathOf(sessions.capture, { sessionId: session.id }))
  if (response.status === 401 || response.status === 403) return 'signedOut'
  if (response.status === 404) return 'gone'
  if (!response.ok) return 'unexpected'
  if (Number(response.headers.get('content-length')) > BYTES_MAX) {
    await response.body?.cancel()
    return 'tooLarge'
  }
  const name = `${session.trackName} ${session.sessionStartTime.slice(0, 10)}.pcap.zst`
  saveFile(name, await response.blob())
  return null
}
