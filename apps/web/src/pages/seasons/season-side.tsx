import type { Season } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { AdjustmentList } from '../../features/season/adjustment-list.tsx'
import { Calendar } from '../../features/season/overview/calendar.tsx'
import { TakePartSection } from '../../features/sign-ups/take-part-section.tsx'
import { loadNamespace } from '../../messages/language.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { findMoments } from '../../features/season/overview/season-moments.ts'

const RosterSection = lazyPart(
  async () => {
    const [part] = await Promise.all([
      import('../../features/roster/roster-section.tsx'),
      loadNamespace('roster'),
    ])
    return part.RosterSection
  },
  { fallback: <Skeleton className="h-28" /> },
)

const DecisionsSection = lazyPart(
  async () => {
    const [part] = await Promise.all([
      import('../../features/stewards/decisions-section.tsx'),
      loadNamespace('stewards'),
    ])
    return part.DecisionsSection
  },
  { fallback: <Skeleton className="h-28" /> },
)

/** What accompanies the standings: the calendar, the stewards' decisions, incidents and the roster. */
export function SeasonSide({ season }: { readonly season: Season }) {
  const [now] = useState(() => new Date().toISOString())
  const { next } = findMoments(season, season.standings, now)
  return (
    <>
      <Calendar season={season} next={next} />
      <AdjustmentList season={season} />
      <DecisionsSection season={season} />
      <TakePartSection season={season} />
      <RosterSection season={season} />
    </>
  )
}
