import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { accessToken, freshAccessToken } from '../../auth/access-token.ts'

/** Beyond it a browser might not hold the file until it is saved. */
const BYTES_MAX = 1024 ** 3

export type CaptureProblem = 'signedOut' | 'gone' | 'tooLarge' | 'unexpected'
type Downloaded = Pick<SessionSummary, 'id' | 'trackName' | 'sessionStartTime'>

/** Saves what was recorded of an own session. Resolves with why it could not be had, else null. */
export async function downloadCapture(session: Downloaded): Promise<CaptureProblem | null> {
  await freshAccessToken()
  const response = await fetch(sessions.capture.path.replace('{id}', session.id), {
    headers: { authorization: `Bearer ${accessToken() ?? ''}` },
  })
  if (response.status === 401 || response.status === 403) return 'signedOut'
  if (response.status === 404) return 'gone'
  if (!response.ok) return 'unexpected'
  if (Number(response.headers.get('content-length')) > BYTES_MAX) {
    await response.body?.cancel()
    return 'tooLarge'
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `${session.trackName} ${session.sessionStartTime.slice(0, 10)}.pcap.zst`
  link.click()
  // The browser has the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href))
  return null
}
