import type { UserProfile } from '@pitboard/contract/accounts/user'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { TrackIcon } from '../../timing/track-icon.tsx'
import { Card } from '../../ui/card.tsx'
import { RowLink, TextLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'

/** Shows what a user drives for and where, beside their sessions. Parts without content are left out. */
export function UserTeams({ teams }: Pick<UserProfile, 'teams'>) {
  const t = useText()
  return (
    <List title={t('user.teams')}>
      {teams.map(({ name, teamColour, races, wins }) => (
        <li key={name} className={`${ITEM} px-4 py-2.5`}>
          <TeamBar teamColour={teamColour} />
          <span className="timing min-w-0 flex-1 text-subhead wrap-anywhere">{name}</span>
          <span className="shrink-0 text-right text-small text-muted">
            {t('user.raceCount', { count: races })}
            {wins > 0 && <span className="block">{t('user.winCount', { count: wins })}</span>}
          </span>
        </li>
      ))}
    </List>
  )
}

export function UserTracks({ tracks, bests }: Pick<UserProfile, 'tracks' | 'bests'>) {
  const t = useText()
  return (
    <List title={t('user.tracks')}>
      {tracks.map(({ trackId, trackName, sessions }) => {
        const best = bests.find((each) => each.trackId === trackId)
        return (
          <li key={trackId} className={`${ITEM} px-4 py-2.5`}>
            <TrackIcon trackId={trackId} />
            <span className="min-w-0 flex-1">
              <span className="timing block truncate text-subhead">{trackName}</span>
              <span className="text-small text-muted">
                {t('user.sessionCount', { count: sessions })}
              </span>
            </span>
            {best && (
              <span className="timing shrink-0 text-right text-timing tabular-nums">
                <span className="sr-only">{t('user.best')} </span>
                <TextLink to="/sessions/$sessionId" params={{ sessionId: best.sessionId }}>
                  {formatLapTime(best.lapTimeMs)}
                </TextLink>
              </span>
            )}
          </li>
        )
      })}
    </List>
  )
}

export function UserSeasons({ seasons }: Pick<UserProfile, 'seasons'>) {
  const t = useText()
  return (
    <List title={t('user.seasons')}>
      {seasons.map(({ id, name, leagueName }) => (
        <li key={id} className={ITEM}>
          <RowLink to="/seasons/$seasonId" params={{ seasonId: id }}>
            <Name name={name} detail={leagueName} />
          </RowLink>
        </li>
      ))}
    </List>
  )
}

interface UserLeaguesProps extends Pick<UserProfile, 'leagues'> {
  readonly renderLogo: (league: UserProfile['leagues'][number]) => ReactNode
}

export function UserLeagues({ leagues, renderLogo }: UserLeaguesProps) {
  const t = useText()
  return (
    <List title={t('user.leagues')}>
      {leagues.map((league) => (
        <li key={league.id} className={ITEM}>
          <RowLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
            {renderLogo(league)}
            <Name name={league.name} detail={league.description} />
          </RowLink>
        </li>
      ))}
    </List>
  )
}

const ITEM = 'flex items-center gap-x-3 border-b border-line last:border-b-0 *:only:flex-1'

function List({
  title,
  children,
}: {
  readonly title: string
  readonly children: readonly ReactNode[]
}) {
  if (children.length === 0) return null
  return (
    <Section title={title}>
      <Card as="ul" frame>
        {children}
      </Card>
    </Section>
  )
}

function Name({ name, detail }: { readonly name: string; readonly detail: string | null }) {
  return (
    <span className="min-w-0">
      <span className="timing block text-subhead wrap-anywhere">{name}</span>
      {detail && <span className="line-clamp-1 text-small text-muted">{detail}</span>}
    </span>
  )
}
