import { onAccountChange, accountOf, getAccountState } from '../../auth/account.ts'
import { queryClient } from '../../state/query-client.ts'
import { useStore } from '../../state/store.ts'
import { createCaptureUploads, type Upload } from './capture-uploads.ts'
import { retryUpload } from './retry-upload.ts'
import { sendCapture, serverAnswers } from './send-capture.ts'

/** Uploads continue while the reader visits other pages. */
export const uploadQueue = createCaptureUploads(retryUpload(sendCapture, serverAnswers), () => {
  void queryClient.invalidateQueries({ queryKey: ['sessions'] })
})

let userId = accountOf(getAccountState())?.userId
onAccountChange(() => {
  const next = accountOf(getAccountState())?.userId
  if (next !== userId) uploadQueue.clear()
  userId = next
})

// Leaving the page during an upload needs a confirmation.
window.addEventListener('beforeunload', (event) => {
  const isSending = uploadQueue
    .list()
    .some(({ state: { kind } }) => kind === 'sending' || kind === 'away')
  if (isSending) event.preventDefault()
})

export function useUploads(): readonly Upload[] {
  return useStore({ get: uploadQueue.list, subscribe: uploadQueue.subscribe })
}
