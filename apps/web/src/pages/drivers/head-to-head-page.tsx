import type { Career } from '@pitboard/contract/drivers/career'
import type { HeadToHead } from '@pitboard/contract/drivers/head-to-head'
import type { UserProfile } from '@pitboard/contract/accounts/user'
import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Comparison } from '../../features/head-to-head/comparison.tsx'
import { DriverChoices } from '../../features/head-to-head/driver-choices.tsx'
import { seasonHeadToHead, userHeadToHead } from '../../features/head-to-head/head-to-head-query.ts'
import { seasonDetail } from '../../features/season/season-queries.ts'
import { userCareer } from '../../features/users/career-query.ts'
import { userProfile } from '../../features/users/user-query.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { PageContent, QueryContent } from '../../ui/shell/query-content.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

const FROM = '/headToHead'

/** Compares two drivers of a season, or a user and whom they have met, as the address says. */
export function HeadToHeadPage() {
  const { season, user } = useSearch({ from: FROM })
  if (season !== '') return <OfSeason seasonId={season} />
  if (user !== '') return <OfUser userId={user} />
  return <NoSubject />
}

function NoSubject() {
  const t = useText()
  return (
    <Frame title={t('drivers.headToHead')} eyebrow={null}>
      <EmptyState
        title={t('drivers.noSubject')}
        action={<ButtonLink to="/leagues">{t('drivers.toLeagues')}</ButtonLink>}
      >
        {t('drivers.noSubjectWhy')}
      </EmptyState>
    </Frame>
  )
}

function OfSeason({ seasonId }: { readonly seasonId: string }) {
  return (
    <PageContent query={useQuery(seasonDetail(seasonId))}>
      {(season) => <Drivers season={season} />}
    </PageContent>
  )
}

function Drivers({ season }: { readonly season: Season }) {
  const { first, second } = useSearch({ from: FROM })
  const navigate = useNavigate()
  const names = season.standings.drivers.filter(({ isHidden }) => !isHidden).map(({ key }) => key)
  const query = useQuery({
    ...seasonHeadToHead(season.id, first, second),
    enabled: first !== '' && second !== '',
  })
  return (
    <Chosen
      query={query}
      first={first}
      second={second}
      eyebrow={
        <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
          {season.name}
        </TextLink>
      }
      choices={
        <DriverChoices
          names={names}
          first={first}
          second={second}
          onChoose={(one, other) =>
            void navigate({
              to: FROM,
              search: { season: season.id, first: one, second: other },
              replace: true,
            })
          }
        />
      }
    />
  )
}

function OfUser({ userId }: { readonly userId: string }) {
  const career = useQuery(userCareer(userId))
  return (
    <PageContent query={useQuery(userProfile(userId))}>
      {(user) => (
        <QueryContent query={career} placeholder={<Skeleton className="h-96" />}>
          {({ opponents }) => <Opponents user={user} opponents={opponents} />}
        </QueryContent>
      )}
    </PageContent>
  )
}

function Opponents({
  user,
  opponents,
}: {
  readonly user: UserProfile
  readonly opponents: Career['opponents']
}) {
  const t = useText()
  const { second } = useSearch({ from: FROM })
  const navigate = useNavigate()
  const query = useQuery({ ...userHeadToHead(user.id, second), enabled: second !== '' })
  const met = opponents.map(({ name }) => name)
  // Whom they have met less often stands in the list, too, once an address names them.
  const names = query.data && !met.includes(second) ? [...met, second] : met
  const eyebrow = (
    <TextLink to="/user/$userId" params={{ userId: user.id }}>
      {user.username}
    </TextLink>
  )
  if (names.length === 0) {
    return (
      <Frame title={t('drivers.headToHead')} eyebrow={eyebrow}>
        <EmptyState title={t('drivers.nobodyMet')}>{t('drivers.nobodyMetWhy')}</EmptyState>
      </Frame>
    )
  }
  return (
    <Chosen
      query={query}
      first={user.username}
      second={second}
      eyebrow={eyebrow}
      choices={
        <DriverChoices
          names={names}
          first={user.username}
          second={second}
          isFirstFixed
          onChoose={(_, other) =>
            void navigate({ to: FROM, search: { user: user.id, second: other }, replace: true })
          }
        />
      }
    />
  )
}

interface ChosenProps {
  readonly query: UseQueryResult<HeadToHead>
  readonly first: string
  readonly second: string
  readonly eyebrow: ReactNode
  readonly choices: ReactNode
}

function Chosen({ query, first, second, eyebrow, choices }: ChosenProps) {
  const t = useText()
  const isChosen = first !== '' && second !== ''
  const title = isChosen ? t('drivers.versus', { first, second }) : t('drivers.headToHead')
  return (
    <Frame title={title} eyebrow={eyebrow}>
      {choices}
      {isChosen ? (
        <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
          {(compared) => <Comparison compared={compared} />}
        </QueryContent>
      ) : (
        <EmptyState title={t('drivers.chooseTwo')}>{t('drivers.chooseTwoWhy')}</EmptyState>
      )}
    </Frame>
  )
}

interface FrameProps {
  readonly title: string
  readonly eyebrow: ReactNode
  readonly children: ReactNode
}

function Frame({ title, eyebrow, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={title} />
      <div>
        {eyebrow !== null && <p className="mb-1.5 text-small text-muted">{eyebrow}</p>}
        <h1 className="wrap-anywhere">{title}</h1>
      </div>
      {children}
    </div>
  )
}
