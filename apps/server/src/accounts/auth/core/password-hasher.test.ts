import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHasher } from './password-hasher.ts'

const GUESSES = 20

test('a network that sends many passwords delays another by few of them', async () => {
  const hasher = createHasher()
  const stored = await hasher.hash('correct horse', '198.51.100.1')
  const done: string[] = []
  const verify = async (network: string, password: string, hash: string | null) => {
    const { isRight } = await hasher.verify(password, hash, network)
    done.push(network)
    return isRight
  }
  // All of them wait before the first is done: their turns do not depend on a clock.
  const guesses = Array.from({ length: GUESSES }, () => verify('192.0.2.1', 'a wrong one', stored))
  const alone = verify('198.51.100.1', 'correct horse', stored)
  assert.deepEqual(await Promise.all([alone, ...guesses]), [true, ...guesses.map(() => false)])
  const place = done.indexOf('198.51.100.1')
  assert.ok(place < GUESSES / 4, `after ${place} of ${GUESSES}`)
})
