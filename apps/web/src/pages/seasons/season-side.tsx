import type { Season } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { AdjustmentList } from '../../features/stewards/adjustment-list.tsx'
import { Calendar } from '../../features/season/overview/calendar.tsx'
import { findMoments } from '../../features/season/overview/season-moments.ts'

interface SeasonSideProps {
  /** As its tier sees it. */
  readonly season: Season
  /** With the drivers of all tiers: decisions name any of them. */
  readonly whole: Season
}

/** What accompanies the standings: the calendar and the stewards' decisions. */
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
