import { useSyncExternalStore } from 'react'
import { onAccountChange, accountOf, getAccountState } from '../../auth/session.ts'
import { queryClient } from '../../state/query-client.ts'
import { createCaptureUploads, type Upload } from './capture-uploads.ts'
import { retryUpload } from './retry-upload.ts'
import { sendCapture, serverAnswers } from './send-capture.ts'

/** They go on while the reader looks at other pages. */
export const uploadQueue = createCaptureUploads(retryUpload(sendCapture, serverAnswers), () => {
  void queryClient.invalidateQueries({ queryKey: ['sessions'] })
})

let userId = accountOf(getAccountState())?.userId
onAccountChange(() => {
  const next = accountOf(getAccountState())?.userId
  if (next !== userId) uploadQueue.clear()
  userId = next
})

// Who closes the page in the midst of it is asked whether he means it.
window.addEventListener('beforeunload', (event) => {
  const isSending = uploadQueue
    .list()
    .some(({ state: { kind } }) => kind === 'sending' || kind === 'away')
  if (isSending) event.preventDefault()
})

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.list)
}
