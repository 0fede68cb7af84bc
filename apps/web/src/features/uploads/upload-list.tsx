import type { ReactNode } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Upload, UploadState } from './capture-uploads.ts'
import { outcomeWords, PROBLEM_WORDS, stateWords } from './upload-messages.ts'
import { uploadQueue, useUploads } from './upload-queue.ts'
import type { UploadResult } from '@pitboard/contract/ingest/capture-upload'
import { formatDateTime } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { TextLink } from '../../ui/buttons/link.tsx'

/** Lists the files that were chosen, each with what has become of it. */
export function UploadList() {
  const t = useText()
  const uploads = useUploads()
  const ended = uploads.filter(({ state }) => state.kind === 'done' || state.kind === 'failed')
  return (
    <>
      {/* It is read out as files come to an end, not with every percent. */}
      <p role="status" className="sr-only">
        {ended.map(({ file, state }) => `${file.name}: ${stateWords(state, t)} `)}
      </p>
      {uploads.length > 0 && (
        <Card as="ul" frame label={t('recordings.uploads')}>
          {uploads.map((upload) => (
            <li key={upload.key} className="border-b border-line px-4 py-3 last:border-b-0">
              <UploadLine upload={upload} />
            </li>
          ))}
        </Card>
      )}
    </>
  )
}

function UploadLine({ upload: { key, file, state } }: { readonly upload: Upload }) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">
          {file.name}{' '}
          <span className="text-small font-normal text-muted">{sizeOf(file.size, t)}</span>
        </p>
        <Progress name={file.name} state={state} />
        {state.kind === 'failed' && (
          <p className="text-small text-bad">{t(PROBLEM_WORDS[state.problem])}</p>
        )}
        {state.kind === 'done' && <UploadedSessions result={state.result} />}
      </div>
      <Acts uploadKey={key} name={file.name} state={state} />
    </div>
  )
}

function Progress({ name, state }: { readonly name: string; readonly state: UploadState }) {
  const t = useText()
  if (state.kind === 'failed' || state.kind === 'done') return null
  const words = stateWords(state, t)
  const isMoving = state.kind === 'sending' || state.kind === 'reading'
  return (
    <div className="flex items-center gap-3">
      {isMoving && (
        <progress
          aria-label={name}
          max={1}
          value={state.share}
          className="h-2 w-full max-w-xs accent-text"
        />
      )}
      <span className="timing text-muted tabular-nums">{words}</span>
    </div>
  )
}

interface ActsProps {
  readonly uploadKey: number
  readonly name: string
  readonly state: UploadState
}

function Acts({ uploadKey, name, state }: ActsProps): ReactNode {
  const t = useText()
  const act = (word: 'cancel' | 'retry' | 'forget', label: string) => (
    <Button
      look="quiet"
      size="small"
      aria-label={`${label}: ${name}`}
      onClick={() => uploadQueue[word](uploadKey)}
    >
      {label}
    </Button>
  )
  if (state.kind === 'done') return act('forget', t('recordings.forget'))
  if (state.kind === 'failed' || state.kind === 'cancelled') {
    return (
      <span className="flex">
        {act('retry', t('recordings.retry'))}
        {act('forget', t('recordings.forget'))}
      </span>
    )
  }
  return act('cancel', t('ui.cancel'))
}

function sizeOf(bytes: number, t: Text): string {
  return new Intl.NumberFormat(t.locale, {
    style: 'unit',
    unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: bytes < 10_000_000 ? 1 : 0,
  }).format(bytes / (bytes < 1_000_000 ? 1000 : 1_000_000))
}

/** Lists the sessions of a file, and its parts that could not be used. */
function UploadedSessions({ result }: { readonly result: UploadResult }) {
  const t = useText()
  const { sessions, leftOut, datagrams, notes } = result
  const remarks = [
    ...(leftOut > 0 ? [t('recordings.leftOut', { count: leftOut })] : []),
    ...(datagrams.unknown > 0 ? [t('recordings.unknown', { count: datagrams.unknown })] : []),
    ...notes,
  ]
  return (
    <>
      <ul className="mt-1">
        {sessions.map(({ outcome, session }) => (
          <li key={session.id} className="flex flex-wrap gap-x-3">
            <TextLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
              {t('session.title', {
                track: session.trackName,
                session: sessionTypeName(session.sessionType, t),
              })}
            </TextLink>
            <span className="text-small text-muted">
              {formatDateTime(session.sessionStartTime, t.locale)} · {outcomeWords(outcome, t)}
            </span>
          </li>
        ))}
      </ul>
      {sessions.length === 0 && <p>{t('recordings.foundInFile', { count: 0 })}</p>}
      {remarks.length > 0 && <p className="text-small text-muted">{remarks.join(' ')}</p>}
    </>
  )
}
