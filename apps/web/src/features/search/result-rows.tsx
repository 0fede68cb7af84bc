import type { SearchResults } from '@pitboard/contract/search/search'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RowLink } from '../../ui/buttons/link.tsx'

interface RowsProps<Group extends keyof SearchResults> {
  readonly found: SearchResults[Group]
}

export function UserRows({ found }: RowsProps<'users'>) {
  return (
    <Rows>
      {found.map(({ id, username, avatarUrl }) => (
        <Row key={id}>
          <RowLink to="/user/$userId" params={{ userId: id }}>
            <Avatar name={username} src={avatarUrl} />
            <Words name={username} />
          </RowLink>
        </Row>
      ))}
    </Rows>
  )
}

export function LeagueRows({ found }: RowsProps<'leagues'>) {
  const text = useText()
  return (
    <Rows>
      {found.map(({ id, name, description, ownerName, isPublic }) => (
        <Row key={id}>
          <RowLink to="/leagues/$leagueId" params={{ leagueId: id }}>
            <Words
              name={name}
              detail={[text('search.by', { name: ownerName }), description]
                .filter((words) => words !== '')
                .join(' · ')}
            />
            {!isPublic && <Badge tone="warning">{text('search.private')}</Badge>}
          </RowLink>
        </Row>
      ))}
    </Rows>
  )
}

export function SeasonRows({ found }: RowsProps<'seasons'>) {
  const text = useText()
  return (
    <Rows>
      {found.map(({ id, name, leagueName, ownerName }) => (
        <Row key={id}>
          <RowLink to="/seasons/$seasonId" params={{ seasonId: id }}>
            <Words
              name={name}
              detail={[leagueName, text('search.by', { name: ownerName })]
                .filter((words) => words !== null)
                .join(' · ')}
            />
          </RowLink>
        </Row>
      ))}
    </Rows>
  )
}

/** A track has no page of its own: it leads to what was driven there. */
export function TrackRows({ found }: RowsProps<'tracks'>) {
  const text = useText()
  return (
    <Rows>
      {found.map(({ trackId, name, matchedWord }) => (
        <Row key={trackId}>
          <RowLink
            to="/search/$searchString"
            params={{ searchString: name }}
            search={{ in: 'sessions' }}
          >
            <Words
              name={name}
              detail={
                matchedWord === null
                  ? text('search.drivenThere')
                  : text('search.foundAs', { word: matchedWord })
              }
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

function Words({ name, detail }: { readonly name: string; readonly detail?: string }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="timing block truncate text-xl">{name}</span>
      {detail !== undefined && (
        <span className="block truncate text-small text-muted">{detail}</span>
      )}
    </span>
  )
}
