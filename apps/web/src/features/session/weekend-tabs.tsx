import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { TabLink } from '../../ui/buttons/link.tsx'
import { weekendOf } from './session-queries.ts'

/**
 * Leads to the other sessions of the weekend. Once its place has been reserved, it stays, so that nothing below moves.
 */
export function WeekendTabs({ sessionId }: { readonly sessionId: string }) {
  const t = useText()
  const { data } = useQuery(weekendOf(sessionId))
  const [isReserved] = useState(data === undefined)
  if (data && data.length < 2) return isReserved ? <div className="min-h-11" /> : null
  const races = data?.filter(({ sessionType }) => isRaceType(sessionType)) ?? []
  return (
    <nav aria-label={t('result.weekend')} className="flex min-h-11 overflow-x-auto">
      {data?.map(({ id, sessionType }) => (
        <TabLink
          key={id}
          to="/sessions/$sessionId"
          params={{ sessionId: id }}
          aria-current={id === sessionId ? 'page' : undefined}
        >
          {sessionName({ sessionType, raceKind: kindOf(id, races) }, t)}
        </TabLink>
      ))}
    </nav>
  )
}

/** If a weekend has two races, the first is the sprint. */
function kindOf(id: string, races: readonly { readonly id: string }[]): 'sprint' | 'main' | null {
  const place = races.findIndex((race) => race.id === id)
  if (races.length !== 2 || place < 0) return null
  return place === 0 ? 'sprint' : 'main'
}
