import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { fetchFile, saveFile } from '../../api/file.ts'

/** Beyond it a browser might not hold the file until it is saved. */
const BYTES_MAX = 1024 ** 3

export type CaptureProblem = 'signedOut' | 'gone' | 'tooLarge' | 'unexpected'
type Downloaded = Pick<SessionSummary, 'id' | 'trackName' | 'sessionStartTime'>

/** Saves what was recorded of an own session. Resolves with why it could not be had, else null. */
export async function downloadCapture(session: Downloaded): Promise<CaptureProblem | null> {
  const response = await fetchFile(sessions.capture.path.replace('{id}', session.id))
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
