import { useState } from 'react'
import { createReplay } from '../../features/race-preview/replay.ts'
import { sampleRace } from '../../features/race-preview/sample-race.ts'
import { PositionExample } from './position-example.tsx'

/** Shows the chart of the sample race, for a server without a recorded one. */
export function SamplePositions() {
  const [race] = useState(() => {
    const replay = createReplay(sampleRace())
    return replay.at(replay.durationMs)
  })
  return <PositionExample race={race} />
}
