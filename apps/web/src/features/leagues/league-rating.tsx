import type { League } from '@pitboard/contract/leagues/league'
import type { DriverRating } from '@pitboard/contract/leagues/league-ratings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { Prose } from '../../ui/reading/prose.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { ratingsOf } from './league-rating-query.ts'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

const SHOWN_FIRST = 10

interface RatedRow extends DriverRating {
  readonly place: number
}

/** Shows how strong the drivers of a league are, with the rule; shows nothing before a race that rates two of them. */
export function LeagueRating({ league }: { readonly league: Pick<League, 'id'> }) {
  const query = useQuery(ratingsOf(league.id))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-64" />}>
      {({ drivers }) =>
        drivers.length === 0 ? null : <Ratings leagueId={league.id} drivers={drivers} />
      }
    </QueryContent>
  )
}

function Ratings({
  leagueId,
  drivers,
}: {
  readonly leagueId: string
  readonly drivers: readonly DriverRating[]
}) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const rows = drivers.map((driver, index) => ({ ...driver, place: index + 1 }))
  return (
    <Section title={t('rating.title')} anchor="rating">
      <div className="flex max-w-4xl flex-col gap-4">
        <Table
          name="leagueRating"
          label={t('rating.title')}
          columns={columns(leagueId, t)}
          rows={isWhole ? rows : rows.slice(0, SHOWN_FIRST)}
          rowKey={({ place }) => place}
        />
        {rows.length > SHOWN_FIRST && (
          <div>
            <Button look="plain" onClick={() => setWhole(!isWhole)}>
              {isWhole ? t('rating.showFewer') : t('rating.showAll', { count: rows.length })}
            </Button>
          </div>
        )}
        <Disclosure id="rating-rule" title={<h3>{t('rating.rule')}</h3>}>
          <Prose>{t('rating.ruleText')}</Prose>
        </Disclosure>
      </div>
    </Section>
  )
}

function columns(leagueId: string, t: Text): Column<RatedRow>[] {
  const number = new Intl.NumberFormat(t.locale, { signDisplay: 'exceptZero' })
  return [
    {
      key: 'driver',
      name: t('rating.driver'),
      namesRow: true,
      cell: ({ place, name, isSettled }) => (
        <span className="flex min-w-0 items-center gap-3">
          <b className="w-6 shrink-0 text-right font-semibold">{place}</b>
          <span className="min-w-0 wrap-anywhere whitespace-normal">
            <TextLink
              to="/leagues/$leagueId/drivers"
              params={{ leagueId }}
              search={{ driver: name }}
            >
              {name}
            </TextLink>
          </span>
          {!isSettled && (
            <span className="shrink-0">
              <Badge title={t('rating.isNewWhy')}>{t('rating.isNew')}</Badge>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'points',
      name: t('rating.points'),
      align: 'right',
      sortBy: ({ points }) => points,
      cell: ({ points }) => <b className="font-semibold">{points}</b>,
    },
    {
      key: 'change',
      name: t('rating.change'),
      align: 'right',
      phone: 'below',
      sortBy: ({ change }) => change,
      cell: ({ change }) => number.format(change).replace('-', '−'),
    },
    {
      key: 'races',
      name: t('rating.races'),
      align: 'right',
      phone: 'below',
      sortBy: ({ races }) => races,
      cell: ({ races }) => races,
    },
  ]
}
