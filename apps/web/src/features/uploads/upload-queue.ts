import { useSyncExternalStore } from 'react'
import { onSessionChange, sessionOf, sessionState } from '../../auth/session.ts'
import { queryClient } from '../../state/query-client.ts'
import { createCaptureUploads, type Upload } from './capture-uploads.ts'
import { sendAgain } from './retry-upload.ts'
import { sendCapture, serverAnswers } from './send-capture.ts'

/** They go on while the reader looks at other pages. */
export const uploadsOfPage = createCaptureUploads(sendAgain(sendCapture, serverAnswers), () => {
  void queryClient.invalidateQueries({ queryKey: ['sessions'] })
})

let userId = sessionOf(sessionState())?.userId
onSessionChange(() => {
  const next = sessionOf(sessionState())?.userId
  if (next !== userId) uploadsOfPage.clear()
  userId = next
})

// Who closes the page in the midst of it is asked whether he means it.
window.addEventListener('beforeunload', (event) => {
  const isSending = uploadsOfPage
    .list()
    .some(({ state: { kind } }) => kind === 'sending' || kind === 'away')
  if (isSending) event.preventDefault()
})

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadsOfPage.subscribe, uploadsOfPage.list)
}
