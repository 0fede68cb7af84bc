import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlayerView } from './player.ts'
import { type ClockChannel, shareClock, type SharedPlayer } from './shared-clock.ts'

test('a pause, a sought moment, a speed and a delay reach the other windows', () => {
  const { open, sent } = aBrowser()
  const first = open()
  const second = open()
  sent.length = 0
  first.player.pause()
  void first.player.seek(60_000)
  assert.deepEqual(pick(second.player.view()), [false, false, 60_000])
  first.player.setSpeed(4)
  first.player.play()
  assert.deepEqual(pick(second.player.view()), [true, false, 60_000])
  assert.equal(second.player.view().speed, 4)
  second.player.setDelay(20_000)
  second.player.follow()
  assert.deepEqual(pick(first.player.view()), [true, true, 60_000])
  assert.equal(first.player.view().delayMs, 20_000)
  assert.equal(sent.filter((from) => from === 'second').length, 2)
})

test('a window that opens later has the moment of the others', () => {
  const { open } = aBrowser()
  const first = open()
  first.player.pause()
  void first.player.seek(90_000)
  assert.deepEqual(pick(open().player.view()), [false, false, 90_000])
})

test('two whole pages of a session stay independent', () => {
  const { open } = aBrowser()
  const first = open(false)
  const second = open(false)
  first.player.pause()
  assert.equal(second.player.view().playing, true)
})

test('ticks of a clock that plays are no news', () => {
  const { open, sent } = aBrowser()
  const first = open()
  open()
  first.player.pause()
  first.player.play()
  sent.length = 0
  first.tick(100)
  first.tick(100)
  assert.deepEqual(sent, [])
})

function pick({ playing, following, atMs }: PlayerView) {
  return [playing, following, atMs]
}

type Listener = Parameters<ClockChannel['listen']>[0]

/** Opens windows with players that obey commands, and a channel between them. */
function aBrowser() {
  const listeners: Listener[] = []
  const sent: string[] = []
  const open = (isPart = listeners.length > 0) => {
    const name = listeners.length === 0 ? 'first' : 'second'
    let receive: Listener | null = null
    listeners.push((message) => receive?.(message))
    const own = listeners.at(-1)
    const channel: ClockChannel = {
      send(message) {
        sent.push(name)
        for (const listener of listeners) if (listener !== own) listener(message)
      },
      listen(listener) {
        receive = listener
        return () => undefined
      },
    }
    const { player, tick } = aPlayer()
    shareClock(player, channel, isPart)
    return { player, tick }
  }
  return { open, sent }
}

function aPlayer() {
  let view: PlayerView = {
    atMs: 0,
    startMs: 0,
    endMs: 100_000,
    playing: true,
    speed: 1,
    following: true,
    delayMs: 0,
    failed: false,
    silentSeconds: 0,
  }
  const listeners = new Set<() => void>()
  function change(next: Partial<PlayerView>): void {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  const player: SharedPlayer = {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async seek(atMs) {
      change({ atMs, following: false })
    },
    play: () => change({ playing: true }),
    pause: () => change({ playing: false, following: false }),
    follow: () => change({ playing: true, following: true, speed: 1 }),
    setSpeed: (speed) => change({ speed }),
    setDelay: (delayMs) => change({ delayMs }),
  }
  return { player, tick: (ms: number) => change({ atMs: view.atMs + ms }) }
}
