import type { League } from '@pitboard/contract/leagues/league'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink, TextLink, OutsideLink } from '../../ui/buttons/link.tsx'
import { ShareButton } from '../../ui/buttons/copy-button.tsx'
import { LeaguePicture } from './league-picture.tsx'

export function LeagueHeader({
  league,
  isOwner,
}: {
  readonly league: League
  readonly isOwner: boolean
}) {
  const text = useText()
  return (
    <header className="grid items-start gap-x-8 gap-y-4 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div className={league.thumbnailId === null ? 'max-md:hidden' : ''}>
        <LeaguePicture league={league} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <h1 className="flex flex-wrap items-center gap-x-4 gap-y-1 wrap-anywhere">
            {league.name}
            {!league.isPublic && <Badge tone="warning">{text('leagues.private')}</Badge>}
          </h1>
          <p className="mt-1 text-muted">
            {text('leagues.runBy')}{' '}
            <TextLink to="/user/$userId" params={{ userId: league.ownerId }}>
              {league.ownerName}
            </TextLink>
          </p>
        </div>
        {league.description !== '' && (
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{league.description}</p>
        )}
        <div className="flex flex-wrap gap-2">
          {league.discord !== '' && (
            <OutsideLink href={league.discord} look="secondary">
              {text('leagues.discord')}
            </OutsideLink>
          )}
          {league.website !== '' && (
            <OutsideLink href={league.website} look="plain">
              {text('leagues.website')}
            </OutsideLink>
          )}
          {league.isPublic && <ShareButton address={location.href} />}
          {isOwner && (
            <ButtonLink to="/dashboard/leagues/$leagueId/edit" params={{ leagueId: league.id }}>
              {text('leagues.edit')}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}
