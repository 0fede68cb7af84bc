import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Download, DownloadPlatform } from '@pitboard/contract/site/downloads'
import { liveSessions } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { driveRace } from '@pitboard/sim/drive'
import { createRace } from '@pitboard/sim/race'
import { until } from '@pitboard/contract/testing/patience'
import { startPitboard, type Pitboard } from './pitboard.ts'
import { startRecordedGame } from './recorded-game.ts'

const PLATFORMS = ['windows-x64', 'linux-x64', 'portable'] as const
const recordedRace = createRace({ seed: 21, laps: 2, cars: 20, rateHz: 20, trackId: 26 })
const liveRace = createRace({ seed: 22, laps: 20, cars: 20, rateHz: 20, trackId: 7 })

export interface Site {
  readonly pitboard: Pitboard
  readonly recordedId: string
  readonly liveId: string
}

/** Starts a server with a recorded race and one that is being driven while the test runs. */
export async function startSite(t: TestContext): Promise<Site> {
  const pitboard = await startPitboard(t, { DOWNLOADS_DIR: offerDownload(t) })
  const { game, port } = await startRecordedGame(t, pitboard, recordedRace)
  await game.driveTo(1)
  const recordedId = await until(async () => (await pitboard.call(sessions.list)).sessions[0]?.id)

  const stop = new AbortController()
  const driving = driveRace(liveRace, { port, speed: 1, signal: stop.signal })
  t.after(async () => {
    stop.abort()
    await driving
  })
  const liveId = await until(async () => {
    const [session] = await pitboard.call(liveSessions.all)
    return session?.sessionId === liveRace.uid && session.leaderName ? session.id : undefined
  })
  return { pitboard, recordedId, liveId }
}

/** Fills a folder as `npm run build:recorder` makes it, with files that are small. */
export function offerDownload(
  t: TestContext,
  offered: readonly DownloadPlatform[] = PLATFORMS,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-downloads-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const bytes = Buffer.from('a recorder')
  const platforms: Download[] = offered.map((platform) => ({
    platform,
    file: `pitboard-recorder-${platform}`,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    kind: platform === 'portable' ? 'archive' : 'program',
  }))
  for (const { file } of platforms) writeFileSync(join(folder, file), bytes)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: '0.1.0', platforms }))
  return folder
}
