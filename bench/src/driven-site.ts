import { createClient } from '@pitboard/contract/wire/client'
import { liveSessions } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { until } from '@pitboard/contract/testing/patience'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { insertUser } from '@pitboard/server/accounts/users/queries'
import type { Environment } from '@pitboard/server/platform/config/config'
import { openTestServer } from '@pitboard/server/testing/server'
import { driveRace } from '@pitboard/sim/drive'
import { createRace, type Race } from '@pitboard/sim/race'

const recordedRace = createRace({ seed: 21, laps: 3, cars: 20, rateHz: 20, trackId: 26 })
const liveRace = createRace({ seed: 22, laps: 50, cars: 20, rateHz: 20, trackId: 7 })

export interface DrivenSite {
  readonly url: string
  readonly anonKey: string
  readonly recordedId: string
  readonly liveId: string
  close(): Promise<void>
}

/** Opens a server with a recorded race and one that is being driven until it is closed. */
export async function openDrivenSite(env: Environment = {}): Promise<DrivenSite> {
  const server = await openTestServer({ env })
  const { url, context } = server
  const call = createClient({ baseUrl: url })
  const stop = new AbortController()

  async function drive(race: Race, username: string, speed: number): Promise<void> {
    const { id } = await insertUser(context.db, { id: context.newId(), username })
    const key = await insertRecorderKey(context.db, { id: context.newId(), userId: id, name: 'b' })
    const { port } = await call(liveSessions.register, {
      params: { id },
      query: { key, useTcp: false },
    })
    await driveRace(race, { port, speed, signal: stop.signal })
  }

  await drive(recordedRace, 'Recorded', 40)
  const recordedId = await until(async () => (await call(sessions.list)).sessions[0]?.id)
  const driving = drive(liveRace, 'Live', 1)
  const liveId = await until(async () => (await call(liveSessions.all))[0]?.id)
  return {
    url,
    anonKey: context.keys.anonKey,
    recordedId,
    liveId,
    async close() {
      stop.abort()
      await driving
      await server.close()
    },
  }
}
