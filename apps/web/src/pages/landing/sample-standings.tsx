import { itemAt } from '@pitboard/contract/wire/item-at'
import { useState } from 'react'
import { createReplay } from '../../features/race-preview/replay.ts'
import { sampleRace } from '../../features/race-preview/sample-race.ts'
import { standingOf } from '../../features/race/standing.ts'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { StandingsExample } from './standings-example.tsx'

const RACE_POINTS = [25, 18, 15, 12, 10]

/** Shows the points of the sample race, for a server without a season. */
export function SampleStandings() {
  const t = useText()
  const [drivers] = useState(() => {
    const race = sampleRace()
    const replay = createReplay(race)
    const end = replay.at(replay.durationMs)
    return standingOf(end).order.flatMap((index) => end.drivers[index] ?? [])
  })
  return (
    <StandingsExample
      title={t('tour.sampleSeason')}
      badge={<Badge>{t('tour.sample')}</Badge>}
      rows={drivers.slice(0, RACE_POINTS.length).map(({ name, team, teamColour }, place) => ({
        name,
        team,
        teamColour,
        points: itemAt(RACE_POINTS, place),
      }))}
      sum={[{ name: t('timing.race'), points: itemAt(RACE_POINTS, 0) }]}
      decision={null}
    />
  )
}
