import type { UploadResult } from '@pitboard/contract/ingest/capture-upload'
import { createStore } from '../../state/store.ts'

export type UploadProblem =
  | 'tooLarge'
  | 'unreadable'
  | 'nothingInIt'
  | 'busy'
  | 'signedOut'
  | 'diskFull'
  | 'interrupted'
  | 'unexpected'

/** Share is from 0 to 1. */
export type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'reading'; readonly share: number }
  /** The upload was interrupted; it continues automatically once the server answers. */
  | { readonly kind: 'away' }
  | { readonly kind: 'done'; readonly result: UploadResult }
  | { readonly kind: 'failed'; readonly problem: UploadProblem }
  | { readonly kind: 'cancelled' }

export interface Upload {
  readonly key: number
  readonly file: File
  readonly state: UploadState
}

export class UploadError extends Error {
  readonly problem: UploadProblem

  constructor(problem: UploadProblem) {
    super(problem)
    this.name = 'UploadError'
    this.problem = problem
  }
}

/** Brings one file to the server; it rejects with an `UploadError` where nothing came of it. */
export type SendCapture = (
  file: File,
  onState: (state: UploadState) => void,
  signal: AbortSignal,
) => Promise<UploadResult>

interface CaptureUploads {
  readonly list: () => readonly Upload[]
  readonly subscribe: (listener: () => void) => () => void
  readonly add: (files: readonly File[]) => void
  /** Stops one that waits or is under way. */
  readonly cancel: (key: number) => void
  readonly retry: (key: number) => void
  /** Takes one that has come to an end off the list. */
  readonly forget: (key: number) => void
  /** Nothing is left of what another user has sent. */
  readonly clear: () => void
}

/** Sends files one after the other: the server reads one of each user at a time. */
export function createCaptureUploads(send: SendCapture, onDone: () => void): CaptureUploads {
  const uploads = createStore<readonly Upload[]>([])
  let keys = 0
  let running: { readonly key: number; readonly stop: AbortController } | null = null

  function put(key: number, state: UploadState): void {
    uploads.set(uploads.get().map((upload) => (upload.key === key ? { ...upload, state } : upload)))
  }

  async function next(): Promise<void> {
    const waiting = uploads.get().find(({ state }) => state.kind === 'waiting')
    if (!waiting || running) return
    const own = { key: waiting.key, stop: new AbortController() }
    const { signal } = own.stop
    running = own
    const onState = (state: UploadState) => {
      if (!signal.aborted) put(own.key, state)
    }
    onState({ kind: 'sending', share: 0 })
    try {
      const result = await send(waiting.file, onState, signal)
      onState({ kind: 'done', result })
      onDone()
    } catch (error) {
      onState({
        kind: 'failed',
        problem: error instanceof UploadError ? error.problem : 'unexpected',
      })
    }
    running = null
    await next()
  }

  return {
    list: uploads.get,
    subscribe: uploads.subscribe,
    add: (files) => {
      const added = files.map((file): Upload => ({ key: ++keys, file, state: { kind: 'waiting' } }))
      uploads.set([...uploads.get(), ...added])
      void next()
    },
    cancel: (key) => {
      put(key, { kind: 'cancelled' })
      if (running?.key === key) running.stop.abort()
    },
    retry: (key) => {
      put(key, { kind: 'waiting' })
      void next()
    },
    forget: (key) => uploads.set(uploads.get().filter((upload) => upload.key !== key)),
    clear: () => {
      uploads.set([])
      running?.stop.abort()
    },
  }
}
