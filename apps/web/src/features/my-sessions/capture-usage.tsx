import { captureUploads } from '@pitboard/contract/ingest/capture-upload'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatBytes } from '../../timing/format-bytes.ts'
import { formatDate } from '../../timing/format-date.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'

/** The key lies below that of own sessions: a change of them changes their captures. */
const captureUsage = queryOptions({
  queryKey: ['sessions', 'own', 'captures'],
  queryFn: ({ signal }) => call(captureUploads.usage, { signal }),
})

/** Shows how much of their space the captures take and which are removed next; shows nothing without limits. */
export function CaptureUsage() {
  const t = useText()
  const { data } = useQuery(captureUsage)
  if (!data || (data.allowedBytes === null && data.next.length === 0)) return null
  const { allowedBytes, daysMax, usedBytes, next, count } = data
  const used = formatBytes(usedBytes, t.locale)
  return (
    <Section title={t('recordings.captures')} anchor="captures">
      <p>
        {allowedBytes === null
          ? t('recordings.capturesUsed', { count, used })
          : t('recordings.capturesUsedOf', {
              count,
              used,
              allowed: formatBytes(allowedBytes, t.locale),
            })}
      </p>
      <p className="mt-1 text-muted">
        {daysMax === null
          ? t('recordings.capturesLimit')
          : t('recordings.capturesDays', { count: daysMax })}
      </p>
      {next.length > 0 && (
        <>
          <h3 className="mt-4">{t('recordings.capturesNext')}</h3>
          <ul className="mt-1">
            {next.map(({ sessionId, trackName, sessionStartTime, bytes, removedAt }) => (
              <li key={sessionId} className="py-1">
                <TextLink to="/sessions/$id" params={{ id: sessionId }}>
                  {trackName}, {formatDate(sessionStartTime, t.locale)}
                </TextLink>{' '}
                <span className="text-muted">
                  {formatBytes(bytes, t.locale)}
                  {removedAt !== null &&
                    `, ${t('recordings.capturesUntil', { date: formatDate(removedAt, t.locale) })}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
