import { type SendCapture, UploadError, type UploadState } from './capture-uploads.ts'

/** Limits the retries of a file that stops the server every time. */
const TIMES_MAX = 3

/**
 * Sends what was broken off again once the server answers, as after its restart: it has forgotten then what it was
 * reading. `answers` resolves when it does, with false where that takes too long.
 */
export function retryUpload(
  send: SendCapture,
  answers: (signal: AbortSignal) => Promise<boolean>,
): SendCapture {
  return async (file, onState, signal) => {
    for (let times = 1; ; times += 1) {
      try {
        return await send(file, onState, signal)
      } catch (error) {
        const isBroken = error instanceof UploadError && error.problem === 'interrupted'
        if (!isBroken || times === TIMES_MAX || signal.aborted) throw error
        onState(AWAY)
        if (!(await answers(signal))) throw error
        onState({ kind: 'sending', share: 0 })
      }
    }
  }
}

const AWAY: UploadState = { kind: 'away' }
