import type { UploadResult } from '@pitboard/contract/capture-upload'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { TextLink } from '../../ui/link.tsx'
import { OUTCOME_WORDS } from './upload-messages.ts'

/** What was in a file, and what of it could not be used. */
export function UploadedSessions({ result }: { readonly result: UploadResult }) {
  const text = useText()
  const { sessions, leftOut, datagrams, notes } = result
  const remarks = [
    ...(leftOut > 0 ? [text('recordings.leftOut', { count: leftOut })] : []),
    ...(datagrams.unknown > 0 ? [text('recordings.unknown', { count: datagrams.unknown })] : []),
    ...notes,
  ]
  return (
    <>
      <ul className="mt-1">
        {sessions.map(({ outcome, session }) => (
          <li key={session.id} className="flex flex-wrap gap-x-3">
            <TextLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
              {text('session.title', {
                track: session.trackName,
                session: sessionTypeName(session.sessionType, text),
              })}
            </TextLink>
            <span className="text-small text-muted">
              {formatDateTime(session.sessionStartTime, text.locale)} ·{' '}
              {text(OUTCOME_WORDS[outcome])}
            </span>
          </li>
        ))}
      </ul>
      {sessions.length === 0 && <p>{text('recordings.foundInFile', { count: 0 })}</p>}
      {remarks.length > 0 && <p className="text-small text-muted">{remarks.join(' ')}</p>}
    </>
  )
}
