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

test('two parts of a page go together', () => {
  const { open } = aBrowser()
  const first = open(true)
  const second = open(true)
  first.player.pause()
  assert.equal(second.player.view().playing, false)
})

for (const [name, command] of [
  ['a pause', (player: SharedPlayer) => player.pause()],
  ['the present', (player: SharedPlayer) => player.follow()],
  ['a speed', (player: SharedPlayer) => player.setSpeed(4)],
  ['a delay', (player: SharedPlayer) => player.setDelay(5_000)],
  ['a sought moment', (player: SharedPlayer) => player.seek(3_000)],
] as const) {
  test(`${name} is sent once, and is not sent back`, () => {
    const { open, sent } = aBrowser()
    const first = open()
    open()
    void first.player.seek(1_000)
    if (name === 'a pause') first.player.play()
    sent.length = 0
    void command(first.player)
    assert.deepEqual(sent, ['first'])
  })
}

test('a window obeys with as little as it lacks', () => {
  const { open } = aBrowser()
  const first = open()
  const second = open()
  const commandsOf = (command: () => void) => {
    second.commands.length = 0
    command()
    return second.commands
  }
  assert.deepEqual(
    commandsOf(() => first.player.setDelay(5_000)),
    ['setDelay'],
  )
  assert.deepEqual(
    commandsOf(() => first.player.setDelay(6_000)),
    ['setDelay'],
  )
  assert.deepEqual(
    commandsOf(() => void first.player.seek(2_000)),
    ['seek', 'play'],
  )
  assert.deepEqual(
    commandsOf(() => first.player.setSpeed(4)),
    ['seek', 'setSpeed', 'play'],
  )
  assert.deepEqual(
    commandsOf(() => first.player.pause()),
    ['seek', 'pause'],
  )
  assert.deepEqual(
    commandsOf(() => first.player.follow()),
    ['follow'],
  )
})

test('a moment is sought that ticks at its speed do not explain', () => {
  const { open, sent } = aBrowser()
  const first = open()
  open()
  first.player.setSpeed(2)
  first.player.pause()
  sent.length = 0
  first.tick(3_000)
  assert.deepEqual(sent, [])
  first.tick(3_001)
  first.tick(-3_001)
  assert.deepEqual(sent, ['first', 'first'])
})

test('the present that goes on is no news, however late a tick is', () => {
  const { open, sent } = aBrowser()
  const first = open()
  open()
  sent.length = 0
  first.tick(60_000)
  assert.deepEqual(sent, [])
})

test('a page asks nothing when it opens; its part does, and the page alone answers', () => {
  const { open, sent } = aBrowser()
  open()
  assert.deepEqual(sent, [])
  open()
  assert.deepEqual(sent, ['second', 'first'])
  open(true)
  assert.deepEqual(sent, ['second', 'first', 'second', 'first'])
})

test('a window that is closed neither tells nor obeys', () => {
  const { open, sent } = aBrowser()
  const first = open()
  const second = open()
  second.stop()
  sent.length = 0
  first.player.pause()
  assert.deepEqual([sent, second.player.view().playing], [['first'], true])
  second.player.setSpeed(4)
  assert.deepEqual([sent, first.player.view().speed], [['first'], 1])
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
        return () => (receive = null)
      },
    }
    const { player, tick, commands } = aPlayer()
    const stop = shareClock(player, channel, isPart)
    return { player, tick, commands, stop }
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
    behindSeconds: 0,
  }
  const listeners = new Set<() => void>()
  function change(next: Partial<PlayerView>): void {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  const commands: string[] = []
  function obey(command: string, next: Partial<PlayerView>): void {
    commands.push(command)
    change(next)
  }
  const player: SharedPlayer = {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async seek(atMs) {
      obey('seek', { atMs, following: false })
    },
    play: () => obey('play', { playing: true }),
    pause: () => obey('pause', { playing: false, following: false }),
    follow: () => obey('follow', { playing: true, following: true, speed: 1 }),
    setSpeed: (speed) => obey('setSpeed', { speed }),
    setDelay: (delayMs) => obey('setDelay', { delayMs }),
  }
  return { player, commands, tick: (ms: number) => change({ atMs: view.atMs + ms }) }
}
