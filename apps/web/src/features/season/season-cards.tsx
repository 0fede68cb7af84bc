import type { Season } from '@pitboard/contract/season'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RowLink } from '../../ui/link.tsx'
import { eventName } from './event-names.ts'

/** A league's seasons, each with what comes next in it. */
export function SeasonCards({ seasons }: { readonly seasons: readonly Season[] }) {
  const [now] = useState(() => new Date().toISOString())
  return (
    <Card as="ul" frame>
      {seasons.map((season) => (
        <li key={season.id} className="border-b border-line last:border-b-0">
          <SeasonLine season={season} now={now} />
        </li>
      ))}
    </Card>
  )
}

function SeasonLine({ season, now }: { readonly season: Season; readonly now: string }) {
  const text = useText()
  const next = season.events.find(({ startsAt }) => startsAt !== null && startsAt > now)
  return (
    <RowLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
      <span className="min-w-0 flex-1">
        <span className="timing flex flex-wrap items-center gap-2 text-xl wrap-anywhere">
          {season.name}
          {season.visibility === 'private' && (
            <Badge tone="warning">{text('leagues.private')}</Badge>
          )}
        </span>
        <span className="block text-small text-muted">
          {text('leagues.eventCount', { count: season.events.length })}
        </span>
      </span>
      {next?.startsAt && (
        <span className="text-right text-small text-muted">
          {text('leagues.next')}
          <span className="block text-text">{eventName(next)}</span>
          <time dateTime={next.startsAt}>{formatDate(next.startsAt, text.locale)}</time>
        </span>
      )}
    </RowLink>
  )
}
