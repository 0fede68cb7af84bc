import type { StubSite } from '@pitboard/web/page-tests/stub/stub-site'
import type { LiveSession } from '@pitboard/contract/live/live'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import { type Replay, replays, type ReplayState } from '@pitboard/contract/live/replay'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { createTimeline } from '@pitboard/server/racing/live/timelines/timeline'
import { createLiveRace } from './live-race.ts'

/** The server's replays have a state as often. */
const FRAME_MS = 200

export interface LiveReplay {
  /** Lets the site offer it as a recorded session. */
  readonly offer: (site: StubSite) => void
}

/** Records a part of the race of 24 cars as the server prepares replays. */
export function recordReplay(fromMs: number, lengthMs: number): LiveReplay {
  const race = createLiveRace()
  const chunks: string[] = []
  const timeline = createTimeline({ onChunk: (_number, json) => chunks.push(json) })
  let last: LiveSession | null = null
  for (let atMs = 0; atMs <= lengthMs; atMs += FRAME_MS) {
    const state: LiveSession = { ...race.skipTo(fromMs + atMs), version: (last?.version ?? 0) + 1 }
    timeline.add(atMs, state, last && JSON.stringify(encodeDelta(last, state, atMs)))
    last = state
  }
  chunks.push(timeline.unfinished())
  const replay: Replay = timeline.describe('1')
  const ready: ReplayState = { status: 'ready', progress: 1, replay }
  return {
    offer(site) {
      const session = last
      if (session) site.answer(sessions.get, () => ({ ...session, siblings: [], filled: [] }))
      site.answer(replays.get, () => ready)
      site.answerPath('GET', replays.chunk.path, ({ params }) =>
        JSON.parse(chunks[Number(params['chunk'])] ?? 'null'),
      )
    },
  }
}
