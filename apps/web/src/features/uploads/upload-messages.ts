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

export function outcomeWords(outcome: UploadedSession['outcome'], t: Text): string {
  switch (outcome) {
    case 'added':
      return t('recordings.added')
    case 'replaced':
      return t('recordings.replaced')
    case 'same':
      return t('recordings.same')
    case 'kept':
      return t('recordings.storedHasMore')
    case 'live':
      return t('recordings.stillLive')
  }
}

export function stateWords(state: UploadState, t: Text): string {
  switch (state.kind) {
    case 'waiting':
      return t('recordings.waiting')
    case 'sending':
      return t('recordings.sending', { percent: Math.floor(state.share * 100) })
    case 'reading':
      return t('recordings.reading', { percent: Math.floor(state.share * 100) })
    case 'away':
      return t('recordings.away')
    case 'done':
      return t('recordings.foundInFile', { count: state.result.sessions.length })
    case 'failed':
      return t(PROBLEM_WORDS[state.problem])
    case 'cancelled':
      return t('recordings.cancelled')
  }
}
