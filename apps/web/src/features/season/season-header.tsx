import type { Season } from '@pitboard/contract/seasons/season'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { ShareButton } from '../../ui/buttons/copy-button.tsx'
import { eventName, isLiveSession } from './session-titles.ts'

export function SeasonHeader({
  season,
  leagues,
  isOwner,
}: {
  readonly season: Season
  readonly leagues: readonly ReactNode[]
  readonly isOwner: boolean
}) {
  const text = useText()
  return (
    <header className="flex flex-col gap-3">
      {leagues.length > 0 && <p className="flex flex-wrap gap-x-4">{leagues}</p>}
      <h1 className="flex flex-wrap items-center gap-x-4 gap-y-1 wrap-anywhere">
        {season.name}
        {season.visibility === 'private' && (
          <Badge tone="warning" title={text('season.privateWhy')}>
            {text('season.private')}
          </Badge>
        )}
        {season.visibility === 'link' && (
          <Badge title={text('season.unlistedWhy')}>{text('season.unlisted')}</Badge>
        )}
      </h1>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="text-muted">
          {text('season.runBy')}{' '}
          <TextLink to="/user/$userId" params={{ userId: season.ownerId }}>
            {season.ownerName}
          </TextLink>
        </p>
        <PublicationState season={season} />
        <span className="flex flex-wrap gap-2 sm:ml-auto">
          <ShareButton address={shareLink(season.id)} />
          {isOwner && (
            <ButtonLink to="/dashboard/seasons/$seasonId/edit" params={{ seasonId: season.id }}>
              {text('season.edit')}
            </ButtonLink>
          )}
        </span>
      </div>
      {season.publication && season.publication.note !== '' && (
        <p className="max-w-prose text-muted wrap-anywhere">{season.publication.note}</p>
      )}
    </header>
  )
}

function shareLink(id: string): string {
  return `${location.origin}/seasons/${id}`
}

function PublicationState({ season: { publication } }: { readonly season: Season }) {
  const text = useText()
  if (publication === null) return null
  const { status, version, publishedAt } = publication
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted">
      {text('season.lastPublished')}
      <Badge tone={status === 'official' ? 'good' : 'warning'}>
        {text(status === 'official' ? 'season.official' : 'season.provisional')}
      </Badge>
      {text('season.publishedOn', { version, date: formatDate(publishedAt, text.locale) })}
    </p>
  )
}

interface LiveBannerProps {
  readonly season: Season
  /** The published version that the tables show; null where they show the standings of now. */
  readonly shownVersion: number | null
}

/** The standings of now hold a session that is being driven. */
export function LiveBanner({ season, shownVersion }: LiveBannerProps) {
  const text = useText()
  if (!season.isLive) return null
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
          {text(shownVersion === null ? 'season.asItStands' : 'season.live')}
        </b>
        <span className="text-muted">
          {shownVersion === null
            ? text('season.asItStandsWhy')
            : text('season.liveNotShown', { version: shownVersion })}
        </span>
      </p>
      {driven.map(({ id, name }) => (
        <ButtonLink key={id} to="/live/$sessionId" params={{ sessionId: id }}>
          {text('season.watch', { event: name })}
        </ButtonLink>
      ))}
    </div>
  )
}
