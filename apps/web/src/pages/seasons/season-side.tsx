import type { Season } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { AdjustmentList } from '../../features/stewards/adjustment-list.tsx'
import { Calendar } from '../../features/season/overview/calendar.tsx'
import { findMoments } from '../../features/season/overview/season-moments.ts'

/** What accompanies the standings: the calendar and the stewards' decisions. */
export function SeasonSide({ season }: { readonly season: Season }) {
  const [now] = useState(() => new Date().toISOString())
  const { next } = findMoments(season, season.standings, now)
  return (
    <>
      <Calendar season={season} next={next} />
      <AdjustmentList season={season} />
    </>
  )
}
