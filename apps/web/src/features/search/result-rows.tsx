import type { SearchResults, TrackMatch } from '@pitboard/contract/search/search'
import type { ReactNode } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { useText } from '../../messages/use-text.ts'
import { TrackIcon } from '../../timing/track-icon.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RowLink } from '../../ui/buttons/link.tsx'
import { reasonOf } from './match-reason.ts'
import { findMatchedParts, hasMatch } from './matched-parts.ts'

interface RowsProps<Group extends keyof SearchResults> {
  readonly found: SearchResults[Group]
  /** The text stands as typed; its words are marked in the names. */
  readonly search: string
}

export function UserRows({ found, search }: RowsProps<'users'>) {
  return (
    <Rows>
      {found.map(({ id, username, avatarUrl }) => (
        <Row key={id}>
          <RowLink to="/user/$userId" params={{ userId: id }}>
            <Avatar name={username} src={avatarUrl} />
            <Words name={username} search={search} details={[]} />
          </RowLink>
        </Row>
      ))}
    </Rows>
  )
}

interface LeagueRowsProps extends RowsProps<'leagues'> {
  readonly renderLogo: (league: SearchResults['leagues'][number]) => ReactNode
}

export function LeagueRows({ found, search, renderLogo }: LeagueRowsProps) {
  const t = useText()
  return (
    <Rows>
      {found.map((league) => (
        <Row key={league.id}>
          <RowLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
            {renderLogo(league)}
            <Words
              name={league.name}
              search={search}
              details={[t('search.by', { name: league.ownerName }), league.description]}
            />
            {!league.isPublic && <Badge tone="warning">{t('search.private')}</Badge>}
          </RowLink>
        </Row>
      ))}
    </Rows>
  )
}

export function SeasonRows({ found, search }: RowsProps<'seasons'>) {
  const t = useText()
  return (
    <Rows>
      {found.map(({ id, name, leagueName, ownerName }) => (
        <Row key={id}>
          <RowLink to="/seasons/$seasonId" params={{ seasonId: id }}>
            <Words
              name={name}
              search={search}
              details={[leagueName, t('search.by', { name: ownerName })]}
            />
          </RowLink>
        </Row>
      ))}
    </Rows>
  )
}

/** A track has no page of its own: it leads to what was driven there. */
export function TrackRows({ found, search }: RowsProps<'tracks'>) {
  const t = useText()
  return (
    <Rows>
      {found.map(({ trackId, name, match }) => (
        <Row key={trackId}>
          <RowLink
            to="/search/$searchString"
            params={{ searchString: name }}
            search={{ in: 'sessions' }}
          >
            <TrackIcon trackId={trackId} />
            <Words
              name={name}
              search={search}
              match={match}
              details={[reasonOf(match, t), t('search.drivenThere')]}
            />
          </RowLink>
        </Row>
      ))}
    </Rows>
  )
}

function Rows({ children }: { readonly children: ReactNode }) {
  return (
    <Card as="ul" frame>
      {children}
    </Card>
  )
}

function Row({ children }: { readonly children: ReactNode }) {
  return <li className="border-b border-line last:border-b-0">{children}</li>
}

interface WordsProps {
  readonly name: string
  readonly search: string
  /** Empty details are left out. */
  readonly details: readonly (string | null)[]
  /** Only tracks have a match; everything else is found by its name, which contains the words or resembles them. */
  readonly match?: TrackMatch
}

function Words({ name, search, details, match }: WordsProps) {
  const t = useText()
  const isSimilar = match ? match.isSimilar : !hasMatch(name, search)
  const shown = joinParts([isSimilar ? t('search.similarName') : '', ...details])
  return (
    <span className="min-w-0 flex-1">
      <span className="timing block truncate text-subhead">
        {match === undefined || match.by === 'name' ? (
          <MatchedName name={name} search={search} />
        ) : (
          name
        )}
      </span>
      {shown !== '' && <span className="block truncate text-small text-muted">{shown}</span>}
    </span>
  )
}

/** What was searched for is underlined and bold. */
function MatchedName({ name, search }: { readonly name: string; readonly search: string }) {
  return findMatchedParts(name, search).map(({ from, words, isMatch }) =>
    isMatch ? (
      <mark
        key={from}
        className="bg-transparent font-bold text-inherit underline decoration-2 underline-offset-4"
      >
        {words}
      </mark>
    ) : (
      words
    ),
  )
}
