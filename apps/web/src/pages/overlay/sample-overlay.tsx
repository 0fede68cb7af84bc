import type { EmbeddedSeason } from '@pitboard/contract/site/embeds'
import type { LiveSession } from '@pitboard/contract/live/live'
import { useEffect, useState } from 'react'
import { createLiveStore } from '../../features/race/live-store.ts'
import { standingOf } from '../../features/race/standing.ts'
import { createLapTimePlayer } from '../../features/race-preview/play-replay.ts'
import { createReplay } from '../../features/race-preview/replay.ts'
import { sampleRace } from '../../features/race-preview/sample-race.ts'
import { useText } from '../../messages/use-text.ts'
import { OverlayOf } from './overlay.tsx'
import type { OverlayOptions } from './overlay-options.ts'

/** Shows the overlay of a sample race, for a preview while nobody drives. */
export function SampleOverlay({ options }: { readonly options: OverlayOptions }) {
  const t = useText()
  const [{ store, player, season }] = useState(() => {
    const live = createLiveStore({ kind: 'replay' })
    const replay = createReplay(sampleRace())
    return {
      store: live,
      player: createLapTimePlayer(replay, live),
      season: sampleSeason(replay.at(replay.durationMs), t('overlay.sampleSeason')),
    }
  })
  useEffect(() => {
    player.play()
    return player.pause
  }, [player])
  return <OverlayOf store={store} options={options} season={season} />
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const POINTS = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]

/** Builds a season whose first race was this one, with the next in a week. */
function sampleSeason(session: LiveSession, name: string): EmbeddedSeason {
  const { drivers, trackName } = session
  const nextAt = new Date(Date.now() + WEEK_MS).toISOString()
  const event = { startsAt: null, sessionId: null, isLive: false, podium: [] }
  return {
    id: session.id,
    name,
    leagueName: null,
    tier: null,
    accentColour: null,
    isLive: false,
    teams: [],
    events: [
      { ...event, id: 'first', name: trackName, trackName },
      { ...event, id: 'next', name: trackName, trackName, startsAt: nextAt },
    ],
    drivers: standingOf(session).order.flatMap((place, index) => {
      const driver = drivers[place]
      if (!driver) return []
      return {
        name: driver.name,
        position: index + 1,
        positionsGained: null,
        points: POINTS[index] ?? 0,
        wins: Number(index === 0),
        podiums: Number(index < 3),
        team: driver.team,
        teamColour: driver.teamColour,
      }
    }),
  }
}
