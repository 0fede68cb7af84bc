import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { Race } from '@pitboard/sim/race'
import { until } from '@pitboard/contract/testing/patience'
import { assertOneSession, startRecording } from './recorded-race.ts'
import { startServers } from './servers.ts'

export interface OwnerLoss {
  readonly servers: number
  readonly race: Race
  /** This share of the race is driven before. */
  readonly share: number
  readonly losesDisk: boolean
}

/** Kills the server that records a race; another one continues it, and the session equals the truth. */
export async function loseOwner(
  t: TestContext,
  { servers: count, race, share, losesDisk }: OwnerLoss,
): Promise<void> {
  const servers = await startServers(t, { count })
  const { userId, game, finish } = await startRecording(t, { servers, race })
  await game.driveTo(share)
  const owner = await until(() => servers.findOwner(userId))
  await owner.kill()
  if (losesDisk) rmSync(owner.dataDir, { recursive: true, force: true })
  await game.driveTo(1)
  // The stream is free 10 s after the last heartbeat of its owner.
  await until(async () => (await servers.findOwner(userId)) !== owner)
  const outcome = await finish()
  assert.equal(outcome.acknowledged, outcome.sent)
  await assertOneSession(servers, userId, race)
}
