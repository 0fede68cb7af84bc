import {
  type CaptureUpload,
  captureUploads,
  type UploadResult,
} from '@pitboard/contract/ingest/capture-upload'
import { ApiException } from '@pitboard/contract/wire/client'
import { authorizationHeader, freshAccessToken } from '../../auth/access-token.ts'
import { call } from '../../api/call.ts'
import { UploadError, type UploadProblem, type UploadState } from './capture-uploads.ts'

const ASK_AGAIN_MS = 500
const ANSWERS_AGAIN_MS = 2000
/** This many tries are ten minutes. */
const ANSWERS_TRIES = 300

const PROBLEMS: Readonly<Record<number, UploadProblem>> = {
  401: 'signedOut',
  403: 'signedOut',
  408: 'interrupted',
  413: 'tooLarge',
  // A restarted server does not know the uploads from before.
  404: 'interrupted',
  415: 'unreadable',
  422: 'nothingInIt',
  429: 'busy',
  // These come from a proxy before the server.
  502: 'interrupted',
  503: 'interrupted',
  504: 'interrupted',
  507: 'diskFull',
}

/** Sends a file and follows how it is read; on `signal` the server stops reading it, too. */
export async function sendCapture(
  file: File,
  onState: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  const { bytesMax } = await asked(() => call(captureUploads.limits, { signal }))
  // A refusal in the midst of the body would reach the page as a broken connection.
  if (file.size > bytesMax) throw new UploadError('tooLarge')
  await freshAccessToken()
  signal.throwIfAborted()
  let upload = await post(file, (share) => onState({ kind: 'sending', share }), signal)
  const params = { id: upload.id }
  const stop = () => void call(captureUploads.cancel, { params }).catch(() => undefined)
  signal.addEventListener('abort', stop)
  // It may have been stopped while the last of the answer came.
  if (signal.aborted) stop()
  try {
    while (upload.result === null) {
      onState({ kind: 'reading', share: upload.progress })
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
      signal.throwIfAborted()
      upload = await asked(() => call(captureUploads.get, { params, signal }))
    }
    return upload.result
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Resolves once the server answers, whatever it says, and with false where it does not for long. */
export async function serverAnswers(signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; tries < ANSWERS_TRIES && !signal.aborted; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, ANSWERS_AGAIN_MS))
    try {
      await asked(() => call(captureUploads.limits, { signal }))
      return true
    } catch (error) {
      if (!(error instanceof UploadError) || error.problem !== 'interrupted') return true
    }
  }
  return false
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiException)) throw new UploadError('interrupted')
    throw new UploadError(PROBLEMS[error.status] ?? 'unexpected')
  }
}

/** XMLHttpRequest, since `fetch` does not report upload progress. */
function post(
  file: File,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<CaptureUpload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const writtenAt = new Date(file.lastModified).toISOString()
    request.open('POST', `${captureUploads.upload.path}?${new URLSearchParams({ writtenAt })}`)
    request.setRequestHeader('authorization', authorizationHeader())
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onSent(total === 0 ? 0 : loaded / total)
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) return resolve(JSON.parse(responseText))
      reject(new UploadError(PROBLEMS[status] ?? 'unexpected'))
    })
    request.addEventListener('error', () => reject(new UploadError('interrupted')))
    request.addEventListener('abort', () => reject(new UploadError('interrupted')))
    if (signal.aborted) return reject(new UploadError('interrupted'))
    const stop = () => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.send(file)
  })
}
