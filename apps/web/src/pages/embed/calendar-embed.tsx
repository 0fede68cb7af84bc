import { type EmbeddedSeason, embeds } from '@pitboard/contract/site/embeds'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmbedContent, EmbedFrame, EmbedLink } from './embed-frame.tsx'
import { type EmbedOptions, tierQuery } from '../../features/sharing/embed-options.ts'
import { useEmbedded } from '../../api/use-embedded.ts'

interface CalendarEmbedProps {
  readonly seasonId: string
  readonly options: EmbedOptions
}

/** Lists the events of a season with their times in the reader's zone, and who won them. */
export function CalendarEmbed({ seasonId, options }: CalendarEmbedProps) {
  const t = useText()
  const embedded = useEmbedded(embeds.season, {
    params: { id: seasonId },
    query: tierQuery(options),
  })
  return (
    <EmbedContent embedded={embedded}>
      {({ id, name, leagueName, accentColour, events }) => (
        <EmbedFrame
          options={options}
          accent={accentColour}
          eyebrow={leagueName}
          title={<EmbedLink path={`/seasons/${id}`}>{name}</EmbedLink>}
          note={t('embed.calendar')}
        >
          {events.length === 0 ? (
            <p className="text-muted">{t('embed.noEvents')}</p>
          ) : (
            <ol aria-label={t('embed.calendar')}>
              {events.slice(0, options.rows ?? undefined).map((event, index) => (
                <EventLine key={event.id} event={event} round={index + 1} />
              ))}
            </ol>
          )}
        </EmbedFrame>
      )}
    </EmbedContent>
  )
}

interface EventLineProps {
  readonly event: EmbeddedSeason['events'][number]
  readonly round: number
}

function EventLine({ event, round }: EventLineProps) {
  const t = useText()
  const { name, trackName, startsAt, sessionId, isLive, podium } = event
  const path = isLive ? '/live' : '/sessions'
  return (
    <li className="timing grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2 border-b border-line px-2 py-1.5 text-timing last:border-b-0 even:bg-stripe">
      <span className="text-faint">{round}</span>
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-2 text-timing wrap-anywhere">
          {sessionId === null ? name : <EmbedLink path={`${path}/${sessionId}`}>{name}</EmbedLink>}
          {name !== trackName && <span className="text-muted">{trackName}</span>}
          {isLive && (
            <Badge tone="live" solid>
              {t('embed.live')}
            </Badge>
          )}
        </h2>
        <p className="text-small text-muted">
          {startsAt === null ? (
            t('embed.noDate')
          ) : (
            <time dateTime={startsAt}>{formatDateTime(startsAt, t.locale)}</time>
          )}
        </p>
        {podium.length > 0 && (
          <ol aria-label={t('embed.podium')} className="flex flex-wrap gap-x-4 text-small">
            {podium.map((driver, place) => (
              <li key={driver}>
                <span className="text-muted">{place + 1}. </span>
                {driver}
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  )
}
