import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createTurns, type TurnOwner } from './turns.ts'

class Refused extends Error {}

/** One job may run at a time; `begun` has the names of the owners whose turn has come. */
function openTurns(limits: {
  readonly waitingMax: number
  readonly waitingPerUserMax?: number
  readonly waitingPerNetworkMax?: number
}) {
  let running = 0
  const begun: string[] = []
  const turns = createTurns<TurnOwner & { readonly name: string }>({
    ...limits,
    waitMaxMs: 60_000,
    mayStart: () => running === 0,
    start({ name }) {
      running += 1
      begun.push(name)
      return () => {
        running -= 1
      }
    },
    refusal: () => new Refused(),
  })
  const take = (network: string, user: string, name = user) => turns.take({ network, user, name })
  return { turns, begun, take }
}

suite('turns', () => {
  test('refuse a user and a network with as many waiting as each may have, and nobody else', async () => {
    const limits = { waitingMax: 100, waitingPerUserMax: 2, waitingPerNetworkMax: 3 }
    const { turns, take } = openTurns(limits)
    const end = await take('home', 'a')
    const waiting = [take('home', 'a'), take('home', 'a')]
    await assert.rejects(take('home', 'a'), Refused)
    waiting.push(take('home', 'b'))
    await assert.rejects(take('home', 'c'), Refused)
    waiting.push(take('away', 'a'))
    assert.equal(turns.waiting(), 4)
    const all = waiting.map(async (turn) => (await turn)())
    end()
    await Promise.all(all)
    assert.equal(turns.waiting(), 0)
  })

  test('that come while there is room go by network, then by user, not by arrival', async () => {
    const { begun, take } = openTurns({ waitingMax: 100 })
    const end = await take('home', 'a', 'first')
    const waiting = [
      take('home', 'a', 'a1'),
      take('home', 'a', 'a2'),
      take('home', 'b', 'b1'),
      take('away', 'c', 'c1'),
      take('away', 'c', 'c2'),
    ]
    const all = waiting.map(async (turn) => (await turn)())
    end()
    await Promise.all(all)
    assert.deepEqual(begun, ['first', 'a1', 'c1', 'b1', 'c2', 'a2'])
  })
})
