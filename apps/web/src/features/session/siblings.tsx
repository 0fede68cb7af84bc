import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'

/** Lists the users with other recordings of the same session, and what those added. */
export function Siblings({ session }: { readonly session: RecordedSession }) {
  const t = useText()
  const { siblings, filled } = session
  if (siblings.length === 0) return null
  return (
    <p className="text-small text-muted">
      {t('result.alsoRecordedBy')}{' '}
      {siblings.map(({ id, userName }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <TextLink to="/sessions/$sessionId" params={{ sessionId: id }}>
            {userName}
          </TextLink>
        </span>
      ))}
      {'. '}
      {filled.length > 0 && t('result.filled', { count: filled.length })}
    </p>
  )
}

export function SessionSeasons({ seasons }: { readonly seasons: readonly SessionSeason[] }) {
  const t = useText()
  if (seasons.length === 0) return null
  return (
    <p className="text-muted">
      {t('result.countsIn')}{' '}
      {seasons.map(({ id, name, eventName }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <TextLink to="/seasons/$seasonId" params={{ seasonId: id }}>
            {name}
          </TextLink>
          {eventName.trim() !== '' && ` (${eventName})`}
        </span>
      ))}
    </p>
  )
}
