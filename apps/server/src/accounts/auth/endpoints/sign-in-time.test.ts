import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, openAuthServer, signUpConfirmed } from '../testing/auth.fixture.ts'

const ROUNDS = 15

test('a sign-in costs as much for an unknown address as for a known one', async (t) => {
  const server = await openAuthServer(t)
  const known = 'known@club.example'
  await signUpConfirmed(server, '2.48.1', { email: known, password: 'correct horse' })
  // The processor time of all threads leaves out what else the machine does.
  const costMs = async (email: string) => {
    const before = process.cpuUsage()
    const body = { email, password: 'a wrong one' }
    await call(server, 'POST', '/token?grant_type=password', { body })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  for (let round = 0; round < ROUNDS; round++) await costMs(`warm${round}@club.example`)
  const ofKnown: number[] = []
  const ofUnknown: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ofKnown.push(await costMs(known))
    ofUnknown.push(await costMs(`unknown${round}@club.example`))
  }
  const ratio = median(ofUnknown) / median(ofKnown)
  // Without a hash it is less than half.
  assert.ok(ratio > 0.7 && ratio < 1.4, `${median(ofUnknown)} ms and ${median(ofKnown)} ms`)
})

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
