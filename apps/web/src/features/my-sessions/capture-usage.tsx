import { captureUploads } from '@pitboard/contract/ingest/capture-upload'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'

/** Below the key of own sessions: what changes them changes their captures. */
const captureUsage = queryOptions({
  queryKey: ['sessions', 'own', 'captures'],
  queryFn: ({ signal }) => call(captureUploads.usage, { signal }),
})

/** How much of their space the captures take and which are removed next; nothing without limits. */
export function CaptureUsage() {
  const text = useText()
  const { data } = useQuery(captureUsage)
  if (!data || (data.allowedBytes === null && data.next.length === 0)) return null
  const { allowedBytes, daysMax, usedBytes, next, count } = data
  const used = formatBytes(usedBytes, text.locale)
  return (
    <Section title={text('recordings.captures')} anchor="captures">
      <p>
        {allowedBytes === null
          ? text('recordings.capturesUsed', { count, used })
          : text('recordings.capturesUsedOf', {
              count,
              used,
              allowed: formatBytes(allowedBytes, text.locale),
            })}
      </p>
      <p className="mt-1 text-muted">
        {daysMax === null
          ? text('recordings.capturesLimit')
          : text('recordings.capturesDays', { count: daysMax })}
      </p>
      {next.length > 0 && (
        <>
          <h3 className="mt-4">{text('recordings.capturesNext')}</h3>
          <ul className="mt-1">
            {next.map(({ sessionId, trackName, sessionStartTime, bytes, removedAt }) => (
              <li key={sessionId} className="py-1">
                <TextLink to="/sessions/$id" params={{ id: sessionId }}>
                  {trackName}, {formatDate(sessionStartTime, text.locale)}
                </TextLink>{' '}
                <span className="text-muted">
                  {formatBytes(bytes, text.locale)}
                  {removedAt !== null &&
                    `, ${text('recordings.capturesUntil', { date: formatDate(removedAt, text.locale) })}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const MEGABYTE = 2 ** 20
const GIGABYTE = 2 ** 30

function formatBytes(bytes: number, locale: string): string {
  const isLarge = bytes >= GIGABYTE
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / (isLarge ? GIGABYTE : MEGABYTE))
}
