import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { ClaimName } from './claim-name.tsx'
import { rosterOf } from './roster-queries.ts'
import { RosterList } from './roster-list.tsx'

/** The section shows who drives for which team; it is fetched when a reader opens it. */
export function RosterSection({ season }: { readonly season: Season }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <Section title={t('roster.title')} anchor="roster">
      {isShown ? (
        <ShownRoster season={season} />
      ) : (
        <Button onClick={() => setShown(true)}>{t('roster.show')}</Button>
      )}
    </Section>
  )
}

function ShownRoster({ season }: { readonly season: Season }) {
  const t = useText()
  const account = useAccount()
  const query = useQuery(rosterOf(season.id, season.version))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-64" />}>
      {(data) => {
        return (
          <div className="flex flex-col gap-5" data-open="">
            {data.drivers.length + data.teams.length === 0 ? (
              <EmptyState title={t('roster.empty')} />
            ) : (
              <RosterList season={season} roster={data} />
            )}
            {account && <ClaimName season={season} roster={data} />}
          </div>
        )
      }}
    </QueryContent>
  )
}
