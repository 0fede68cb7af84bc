import type { League } from '@pitboard/contract/leagues/league'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { CardLink } from '../../ui/buttons/link.tsx'
import { BannerFrame, LeagueLogo, useBanner } from './league-pictures.tsx'
import type { ReactNode } from 'react'

export const LEAGUE_GRID = 'grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]'

export function LeagueCards({ leagues }: { readonly leagues: readonly League[] }) {
  return (
    <ul className={LEAGUE_GRID}>
      {leagues.map((league) => (
        <li key={league.id}>
          <LeagueCard league={league} />
        </li>
      ))}
    </ul>
  )
}

interface LeagueCardHeadProps {
  readonly league: League
  /** The badges stand beside the logo. */
  readonly children: ReactNode
}

/** Shows the pictures of a league, up to the edges of its card. */
export function LeagueCardHead({ league, children }: LeagueCardHeadProps) {
  return (
    <>
      <div className="-mx-4 -mt-4 overflow-hidden rounded-t-l">
        <BannerFrame accentColour={league.accentColour} src={useBanner(league)} low />
      </div>
      <div className="relative -mt-7 flex items-end gap-3">
        <LeagueLogo league={league} />
        {children}
      </div>
    </>
  )
}

function LeagueCard({ league }: { readonly league: League }) {
  const t = useText()
  return (
    <CardLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
      <LeagueCardHead league={league}>
        {!league.isPublic && <Badge tone="warning">{t('leagues.private')}</Badge>}
      </LeagueCardHead>
      <h2 className="mt-2.5 wrap-anywhere">{league.name}</h2>
      <p className="mt-1 line-clamp-2 text-muted wrap-anywhere">{league.description}</p>
      <p className="mt-auto flex flex-wrap gap-x-4 pt-3 text-small text-muted">
        <span>{t('leagues.seasonCount', { count: league.seasonIds.length })}</span>
        <span className="min-w-0 truncate">{t('leagues.by', { name: league.ownerName })}</span>
      </p>
    </CardLink>
  )
}
