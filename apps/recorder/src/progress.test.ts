import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createProgress, type Output, type RunStatus } from './progress.ts'
import { createRaceSummary } from './race-summary.ts'
import { createUdpRelay } from './stream/udp-relay.ts'

const CLEAR = '\r\u001b[K'

/** The test reads what is written to this standard error. */
function outOf(isTTY: boolean, columns = 200) {
  let text = ''
  const stream: Output = { isTTY, columns, write: (chunk) => (text += chunk) }
  return {
    stream,
    take() {
      const taken = text
      text = ''
      return taken
    },
  }
}

interface Shown {
  text: string
  count: number
  backlog: number
  acknowledged: number | null
  connected: boolean
  sent: number
}

function statusOf(shown: Shown): RunStatus {
  const relay = createUdpRelay({ server: 'http://localhost', user: 'u', key: 'k' }, () => {})
  const { backlog, acknowledged, connected, sent } = shown
  return {
    summary: { ...createRaceSummary(), text: shown.text },
    relay: () => ({ ...relay, backlog, acknowledged, connected, sent }),
    countDatagrams: () => shown.count,
  }
}

const SHOWN: Shown = {
  text: 'Spa, Race',
  count: 0,
  backlog: 3,
  acknowledged: 40,
  connected: true,
  sent: 43,
}

suite('on a terminal', () => {
  test('one line shows the packets a second, the race and the relay, twice a second', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { stream, take } = outOf(true)
    const progress = createProgress(stream)
    const shown = { ...SHOWN }
    const status = statusOf(shown)
    shown.count = 100
    const counted: RunStatus = { ...status, countDatagrams: () => shown.count }
    progress.start(counted)
    assert.equal(take(), '')
    shown.count = 130
    t.mock.timers.tick(499)
    assert.equal(take(), '')
    t.mock.timers.tick(1)
    assert.equal(take(), `${CLEAR}60 packets/s · Spa, Race · backlog 3 · 40 acknowledged`)
    t.mock.timers.tick(500)
    assert.equal(take(), `${CLEAR}0 packets/s · Spa, Race · backlog 3 · 40 acknowledged`)
    progress.stop()
    assert.equal(take(), CLEAR)
    t.mock.timers.tick(5_000)
    progress.stop()
    assert.equal(take(), '')
  })

  test('the line is cut before the last column, of 80 where their number is unknown', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    for (const [columns, length] of [
      [20, 19],
      [0, 79],
    ] as const) {
      const { stream, take } = outOf(true, columns)
      const progress = createProgress(stream)
      progress.start(statusOf({ ...SHOWN, text: 'x'.repeat(100) }))
      t.mock.timers.tick(500)
      assert.equal(take().length, CLEAR.length + length)
      progress.print('note')
      assert.equal(take().length, CLEAR.length + 'note\n'.length + length)
      progress.stop()
    }
  })

  test('a note is printed above the line', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { stream, take } = outOf(true)
    const progress = createProgress(stream)
    progress.print('first')
    assert.equal(take(), `${CLEAR}first\n`)
    progress.start(statusOf(SHOWN))
    t.mock.timers.tick(500)
    const line = take()
    progress.print('second')
    assert.equal(take(), `${CLEAR}second\n${line.slice(CLEAR.length)}`)
    progress.stop()
    take()
    progress.print('third')
    assert.equal(take(), `${CLEAR}third\n`)
  })
})

suite('elsewhere', () => {
  test('a line is printed every five seconds where the race or the relay has changed', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { stream, take } = outOf(false)
    const progress = createProgress(stream)
    const shown = { ...SHOWN }
    const relay = statusOf(shown).relay()
    let [connected, acknowledged]: [boolean, number | null] = [true, 40]
    const summary = createRaceSummary()
    progress.start({
      summary: { ...summary, text: 'Spa, Race' },
      relay: () => ({ ...relay, connected, acknowledged }),
      countDatagrams: () => shown.count,
    })
    shown.count = 600
    t.mock.timers.tick(4_999)
    assert.equal(take(), '')
    t.mock.timers.tick(1)
    assert.equal(take(), '120 packets/s · Spa, Race · backlog 3 · 40 acknowledged\n')
    shown.count = 700
    t.mock.timers.tick(5_000)
    assert.equal(take(), '', 'only the packets have changed')
    connected = false
    acknowledged = null
    t.mock.timers.tick(5_000)
    assert.equal(take(), '0 packets/s · Spa, Race · backlog 3 · 43 sent · server away\n')
    progress.print('note')
    assert.equal(take(), 'note\n')
    progress.stop()
    assert.equal(take(), '')
  })
})
