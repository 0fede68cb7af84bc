import { SessionType } from '@pitboard/contract/wire/enumerations'
import type { SearchKind, SearchResults } from '@pitboard/contract/search/search'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { LeagueLogo } from '../../features/leagues/league-pictures.tsx'
import { LiveCards } from '../../features/live-list/live-cards.tsx'
import { liveList } from '../../features/live-list/live-queries.ts'
import {
  matches,
  countWords,
  GROUP_NAMES,
  isAlikeOnly,
  readGroup,
  SEARCH_GROUPS,
} from '../../features/search/search-groups.ts'
import { FOUND_MAX, searchPage, searchResults } from '../../features/search/search-queries.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionName, sessionTypeName } from '../../timing/names.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { TabLink, TextLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'
import { PartProblem, QueryContent } from '../../ui/shell/query-content.tsx'
import { pageNumber } from '../page-number.ts'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import type { ReactNode } from 'react'
import { LeagueRows, SeasonRows, TrackRows, UserRows } from '../../features/search/result-rows.tsx'
import { SessionList } from '../../features/session/session-list.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'

const SHOWN_FIRST = 6

export function SearchPage() {
  const t = useText()
  const { searchString } = useParams({ from: '/search/$searchString' })
  const { in: kind, page } = useSearch({ from: '/search/$searchString' })
  const group = readGroup(kind)
  const search = searchString.trim()
  const query = useQuery(searchResults(search))
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={t('search.title', { search })} />
      <h1 className="wrap-anywhere">{t('search.title', { search })}</h1>
      <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
        {(data) => (
          <Found
            search={search}
            searchString={searchString}
            group={group}
            page={pageNumber(page)}
            results={data}
          />
        )}
      </QueryContent>
    </div>
  )
}

interface FoundProps {
  readonly search: string
  readonly searchString: string
  readonly group: SearchKind | null
  readonly page: number
  readonly results: SearchResults
}

function Found({ search, searchString, group, page, results }: FoundProps) {
  const t = useText()
  const navigate = useNavigate()
  const lives = useQuery(liveList)
  const live = lives.data ?? []
  const driving = live.filter((session) => {
    const { trackName, sessionType, userName, leaderName } = session
    const words = [sessionName(session, t), ...sessionTypeWords(sessionType, t)]
    return matches(search, [trackName, userName, leaderName, ...words])
  })
  const kinds = SEARCH_GROUPS.filter((kind) => results[kind].length > 0)
  const count = kinds.reduce((sum, kind) => sum + results[kind].length, driving.length)
  const isMore = kinds.some((kind) => results[kind].length === FOUND_MAX)
  const [only] = kinds.filter((kind) => kind === group)
  if (count === 0) {
    return (
      <>
        <PartProblem query={lives} />
        <EmptyState title={t('search.nothing')}>{t('search.nothingWhy')}</EmptyState>
      </>
    )
  }
  const isAlike = isAlikeOnly(search, results, (type) => sessionTypeWords(type, t))
  return (
    <>
      <p role="status" className="-mt-3 text-muted">
        {isAlike && driving.length === 0
          ? t('search.alike', { search })
          : t(isMore ? 'search.foundAtLeast' : 'search.found', { count })}
      </p>
      <PartProblem query={lives} />
      <GroupTabs searchString={searchString} results={results} group={only ?? null} />
      {driving.length > 0 && only === undefined && (
        <Section title={t('search.live')}>
          <LiveCards sessions={driving} />
        </Section>
      )}
      {only ? (
        <FoundKind
          search={search}
          results={results}
          page={page}
          kind={only}
          onPage={(next) =>
            void navigate({
              to: '/search/$searchString',
              params: { searchString },
              search: { in: only, page: next === 1 ? '' : String(next) },
            })
          }
        />
      ) : (
        <div className="grid items-start gap-x-8 gap-y-6 wide:grid-cols-2">
          {kinds.map((kind) => (
            <Section
              key={kind}
              title={t(GROUP_NAMES[kind])}
              actions={
                results[kind].length > SHOWN_FIRST && (
                  <TextLink
                    to="/search/$searchString"
                    params={{ searchString }}
                    search={{ in: kind }}
                    aria-label={`${t('search.showAll')}: ${t(GROUP_NAMES[kind])}`}
                  >
                    {t('search.showAll')} ({countWords(results[kind].length)})
                  </TextLink>
                )
              }
            >
              {rowsOf(kind, search, results, SHOWN_FIRST)}
            </Section>
          ))}
        </div>
      )}
    </>
  )
}

/** Returns the reader's word and the game's word: "Rennen" and "Race". */
function sessionTypeWords(sessionType: number, t: Text): string[] {
  const games = Object.entries(SessionType).flatMap(([name, number]) =>
    number === sessionType ? [name] : [],
  )
  return [sessionTypeName(sessionType, t), ...games.slice(0, 1)]
}

interface FoundKindProps {
  readonly search: string
  readonly kind: SearchKind
  /** They are the best of every kind: the first page, while it is all there is or until it is here. */
  readonly results: SearchResults
  readonly page: number
  readonly onPage: (page: number) => void
}

function FoundKind({ search, kind, results, page, onPage }: FoundKindProps) {
  const t = useText()
  const isAll = results[kind].length < FOUND_MAX
  const query = useQuery({
    ...searchPage(search, kind, page),
    enabled: !isAll,
  })
  const count = query.data?.count ?? results[kind].length
  const shown = isAll || (page === 1 && !query.data) ? results : query.data
  return (
    <Section title={`${t(GROUP_NAMES[kind])} (${countWords(count)})`}>
      <QueryContent query={{ ...query, data: shown }} placeholder={<Skeleton className="h-96" />}>
        {(found) => (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-60">
            {rowsOf(kind, search, found)}
          </div>
        )}
      </QueryContent>
      {!isAll && (
        <div className="mt-4">
          <Pagination page={page} totalPages={Math.ceil(count / FOUND_MAX)} onPage={onPage} />
        </div>
      )}
    </Section>
  )
}

/** Returns the first of a kind, or all. */
function rowsOf(
  kind: SearchKind,
  search: string,
  results: SearchResults,
  most = Infinity,
): ReactNode {
  switch (kind) {
    case 'sessions':
      return <SessionList sessions={results.sessions.slice(0, most)} />
    case 'seasons':
      return <SeasonRows search={search} found={results.seasons.slice(0, most)} />
    case 'leagues':
      return (
        <LeagueRows
          search={search}
          found={results.leagues.slice(0, most)}
          renderLogo={(league) => <LeagueLogo league={league} size="small" />}
        />
      )
    case 'users':
      return <UserRows search={search} found={results.users.slice(0, most)} />
    case 'tracks':
      return <TrackRows search={search} found={results.tracks.slice(0, most)} />
  }
}

interface GroupTabsProps {
  readonly searchString: string
  readonly results: SearchResults
  /** Null stands for all of them. */
  readonly group: SearchKind | null
}

/** Shows what kinds of things were found, and how many of each. */
function GroupTabs({ searchString, results, group }: GroupTabsProps) {
  const t = useText()
  const kinds = SEARCH_GROUPS.filter((kind) => results[kind].length > 0)
  if (kinds.length < 2) return null
  const tabs = [null, ...kinds].map((kind) => ({
    kind,
    name: t(kind === null ? 'search.all' : GROUP_NAMES[kind]),
    count: kind === null ? null : countWords(results[kind].length),
  }))
  return (
    <nav aria-label={t('search.groups')} className="flex overflow-x-auto">
      {tabs.map(({ kind, name, count }) => (
        <TabLink
          key={kind}
          to="/search/$searchString"
          params={{ searchString }}
          search={{ in: kind ?? '' }}
          aria-current={kind === group ? 'page' : undefined}
        >
          {name}
          {count !== null && <span className="ml-2 text-muted">{count}</span>}
        </TabLink>
      ))}
    </nav>
  )
}
