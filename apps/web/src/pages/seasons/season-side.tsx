import type { Season } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { AdjustmentList } from '../../features/stewards/adjustment-list.tsx'
import { Calendar } from '../../features/season/overview/calendar.tsx'
import { findMoments } from '../../features/season/overview/season-moments.ts'

interface SeasonSideProps {
  /** The season is as its tier sees it. */
  readonly season: Season
  /** It has the drivers of all tiers, since decisions name any of them. */
  readonly whole: Season
}

/** Shows what accompanies the standings: the calendar and the stewards' decisions. */
export function SeasonSide({ season, whole }: SeasonSideProps) {
  const [now] = useState(() => new Date().toISOString())
  const { next } = findMoments(season, season.standings, now)
  return (
    <>
      <Calendar season={season} next={next} />
      <AdjustmentList season={whole} />
    </>
  )
}
