import type { UserProfile } from '@pitboard/contract/accounts/user'
import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConnectionState } from '../../features/live/connection-state.tsx'
import { summariseSeasons, type UpcomingEvent } from '../../features/season/league/league-digest.ts'
import { Countdown } from '../../features/season/overview/countdown.tsx'
import { LiveSeasons } from '../../features/season/overview/live-seasons.tsx'
import { seasonDetail } from '../../features/season/season-queries.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { SessionList } from '../../features/session/session-list.tsx'
import { toFinishers } from '../../features/session/session-result.tsx'
import { userProfile } from '../../features/users/user-query.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { sessionName } from '../../timing/names.ts'
import { Podium } from '../../timing/podium.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Hero } from '../../ui/layout/hero.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { PageContent } from '../../ui/shell/query-content.tsx'
import { Follow } from '../follow.tsx'
import { EventDrivers } from './event-drivers.tsx'

/** Is the live page of a user who is not driving: who it is, what was last and what comes next. */
export function WaitingRoom({ userId }: { readonly userId: string }) {
  return (
    <PageContent query={useQuery(userProfile(userId))}>
      {(user) => <Room user={user} />}
    </PageContent>
  )
}

/** Only the newest ones are fetched, because each is fetched as a whole. */
const SEASONS_MAX = 3
const SESSIONS_SHOWN = 4

function Room({ user }: { readonly user: UserProfile }) {
  const t = useText()
  const name = user.username
  const [now] = useState(() => new Date().toISOString())
  const queries = useQueries({
    queries: user.seasons.slice(0, SEASONS_MAX).map(({ id }) => seasonDetail(id)),
  })
  const seasons = queries.flatMap(({ data }) => data ?? [])
  const { current, next } = summariseSeasons(seasons, now)
  const [last, ...earlier] = user.recentSessions
  const season = next?.season ?? current
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={t('waiting.title', { name })} />
      <Hero
        eyebrow={<ConnectionState />}
        title={
          <>
            <Avatar name={name} src={user.avatarUrl} size="large" />
            {name}
          </>
        }
        beside={last && <LastSession session={last} />}
        actions={
          <>
            {season && (
              <>
                <ButtonLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
                  {t('waiting.toSeason')}
                </ButtonLink>
                <Follow kind="season" id={season.id} />
              </>
            )}
            <ButtonLink look="plain" to="/user/$userId" params={{ userId: user.id }}>
              {t('waiting.toProfile')}
            </ButtonLink>
            <ButtonLink look="plain" to="/streamOverlay" search={{ session: '', user: user.id }}>
              {t('waiting.overlay')}
            </ButtonLink>
          </>
        }
      >
        <p className="max-w-prose">{t('waiting.opens', { name })}</p>
        {next && <NextEvent upcoming={next} />}
      </Hero>
      <LiveSeasons seasons={seasons} />
      <Rest next={next} sessions={earlier.slice(0, SESSIONS_SHOWN)} />
      {!last && <p className="text-muted">{t('waiting.nothingYet', { name })}</p>}
    </div>
  )
}

function LastSession({ session }: { readonly session: ListedSession }) {
  const t = useText()
  const { id, trackName, sessionType, highlights, sessionStartTime } = session
  const raceKind = highlights?.raceKind ?? null
  const label = t('waiting.last', {
    track: trackName,
    session: sessionName({ sessionType, raceKind }, t),
  })
  return (
    <div className="flex flex-col gap-2.5">
      <div>
        <p className="label">{label}</p>
        <p className="text-small text-muted">{formatDateTime(sessionStartTime, t.locale)}</p>
      </div>
      <Podium label={label} finishers={toFinishers(highlights?.podium ?? [])} />
      <p>
        <TextLink to="/sessions/$sessionId" params={{ sessionId: id }}>
          {t('waiting.toResult')}
        </TextLink>
      </p>
    </div>
  )
}

function NextEvent({
  upcoming: { event, season, startsAt },
}: {
  readonly upcoming: UpcomingEvent
}) {
  const t = useText()
  const round = season.events.indexOf(event) + 1
  return (
    <Figures>
      <Figure
        large
        name={t('waiting.next', { event: eventName(event) })}
        note={
          <>
            {formatDateTime(startsAt, t.locale)}
            <span className="block">
              {season.name}, {t('waiting.round', { round, count: season.events.length })}
            </span>
          </>
        }
      >
        <Countdown key={startsAt} until={startsAt} />
      </Figure>
    </Figures>
  )
}

interface RestProps {
  readonly next: UpcomingEvent | null
  readonly sessions: readonly ListedSession[]
}

/** Shows who takes part in the next event, and the sessions that were driven before the last one. */
function Rest({ next, sessions }: RestProps) {
  const t = useText()
  const latest = sessions.length > 0 && (
    <Section title={t('waiting.latest')}>
      <SessionList sessions={sessions} ofOne />
    </Section>
  )
  if (!next) return latest
  const drivers = <EventDrivers upcoming={next} />
  return latest === false ? drivers : <Columns side={drivers}>{latest}</Columns>
}
