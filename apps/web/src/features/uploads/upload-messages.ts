import type { UploadedSession } from '@pitboard/contract/ingest/capture-upload'
import type { Text, PlainKey } from '../../messages/create-text.ts'
import type { UploadProblem, UploadState } from './capture-uploads.ts'

export const PROBLEM_WORDS = {
  tooLarge: 'recordings.tooLarge',
  unreadable: 'recordings.unreadable',
  nothingInIt: 'recordings.nothingInIt',
  busy: 'recordings.busy',
  signedOut: 'recordings.signedOut',
  diskFull: 'recordings.diskFull',
  interrupted: 'recordings.interrupted',
  unexpected: 'ui.unexpected',
} as const satisfies Record<UploadProblem, PlainKey>

export function outcomeWords(outcome: UploadedSession['outcome'], text: Text): string {
  switch (outcome) {
    case 'added':
      return text('recordings.added')
    case 'replaced':
      return text('recordings.replaced')
    case 'same':
      return text('recordings.same')
    case 'kept':
      return text('recordings.storedHasMore')
    case 'live':
      return text('recordings.stillLive')
  }
}

export function stateWords(state: UploadState, text: Text): string {
  switch (state.kind) {
    case 'waiting':
      return text('recordings.waiting')
    case 'sending':
      return text('recordings.sending', { percent: Math.floor(state.share * 100) })
    case 'reading':
      return text('recordings.reading', { percent: Math.floor(state.share * 100) })
    case 'away':
      return text('recordings.away')
    case 'done':
      return text('recordings.foundInFile', { count: state.result.sessions.length })
    case 'failed':
      return text(PROBLEM_WORDS[state.problem])
    case 'cancelled':
      return text('recordings.cancelled')
  }
}
