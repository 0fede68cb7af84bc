import type { SessionSeason } from '@pitboard/contract/session-endpoints'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/link.tsx'

/** Where a session counts. */
export function SessionSeasons({ seasons }: { readonly seasons: readonly SessionSeason[] }) {
  const text = useText()
  if (seasons.length === 0) return null
  return (
    <p className="text-muted">
      {text('session.countsIn')}{' '}
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
