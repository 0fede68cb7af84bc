import type { Season } from '@pitboard/contract/seasons/season'
import { useText } from '../../../messages/use-text.ts'
import { ButtonLink } from '../../../ui/buttons/link.tsx'
import { eventName, isLiveSession } from '../session-titles.ts'

interface LiveBannerProps {
  readonly season: Season
  /** The published version that the tables show; null where they show the standings of now. */
  readonly shownVersion: number | null
}

/** The standings of now hold a session that is being driven. */
export function LiveBanner({ season, shownVersion }: LiveBannerProps) {
  const t = useText()
  if (!season.isLive) return null
  // Before the first result nothing stands.
  const isShown = shownVersion === null && season.standings.drivers.length > 0
  const driven = season.events.flatMap((event) =>
    event.sessions
      .filter(isLiveSession)
      .map(({ session }) => ({ id: session.id, name: eventName(event) })),
  )
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-l border border-primary bg-panel px-4 py-3"
    >
      <span aria-hidden="true" className="live-dot size-3 rounded-full bg-primary" />
      <p className="min-w-0 flex-1 basis-60">
        <b className="timing block text-subhead font-semibold">
          {t(isShown ? 'season.asItStands' : 'season.live')}
        </b>
        <span className="text-muted">
          {isShown
            ? t('season.asItStandsWhy')
            : shownVersion !== null && t('season.liveNotShown', { version: shownVersion })}
        </span>
      </p>
      {driven.map(({ id, name }) => (
        <ButtonLink key={id} to="/live/$sessionId" params={{ sessionId: id }}>
          {t('season.watch', { event: name })}
        </ButtonLink>
      ))}
    </div>
  )
}
