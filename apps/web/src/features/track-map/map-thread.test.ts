import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { comesToBe } from '@pitboard/contract/testing/patience'
import { setGlobals } from '../../testing/set-globals.ts'
import type { MapNews } from './map-news.ts'
import { startPainter } from './map-thread.ts'
import { createRecordingCanvas } from './testing/recording-canvas.ts'

interface Sent {
  readonly kind: string
  readonly news?: MapNews
}

const CANVASES = 2

/** It counts that a browser has it, not what it does. */
class ForWorkers {
  transferControlToOffscreen() {}
}

const aCanvas = () =>
  Object.assign(createRecordingCanvas().canvas, { transferControlToOffscreen: () => ({}) })

/** Starts a painter in a browser that has canvases for workers, has none, or may start no worker. */
function start(t: TestContext, workers: 'some' | 'none' | 'forbidden') {
  const sent: Sent[] = []
  const shown: HTMLCanvasElement[] = []
  const failing = new EventTarget()
  let isRunning = false
  let frames = 0
  class FakeWorker {
    readonly addEventListener = failing.addEventListener.bind(failing)
    constructor() {
      if (workers === 'forbidden') throw new Error('The policy of this page has no workers')
      isRunning = true
    }
    postMessage(message: Sent) {
      sent.push(message)
    }
    terminate() {
      isRunning = false
    }
  }
  setGlobals(t, {
    HTMLCanvasElement: workers === 'none' ? EventTarget : ForWorkers,
    CSSFontFaceRule: EventTarget,
    document: { styleSheets: [], createElement: aCanvas },
    Worker: FakeWorker,
    requestAnimationFrame: () => ++frames,
    cancelAnimationFrame: () => undefined,
  })
  const place: Element = Object.assign(Object.create(null), {
    append: (canvas: HTMLCanvasElement) => shown.push(canvas),
    replaceChildren: () => shown.splice(0),
  })
  return {
    painter: startPainter(place),
    sent,
    shown,
    fail: () => failing.dispatchEvent(new Event('error')),
    isRunning: () => isRunning,
    frames: () => frames,
  }
}

const NEWS: MapNews = { ghost: { x: 1, z: 2 } }

suite('the map is painted', () => {
  test('in a worker, which gets the canvases first and then the news, and ends with the map', (t) => {
    const { painter, sent, shown, isRunning, frames } = start(t, 'some')
    painter.show(NEWS)
    assert.deepEqual(
      sent.map(({ kind, news }) => [kind, news]),
      [
        ['start', undefined],
        ['show', NEWS],
      ],
    )
    assert.equal(shown.length, CANVASES)
    painter.stop()
    assert.deepEqual([isRunning(), shown.length, frames()], [false, 0, 0])
  })

  for (const workers of ['none', 'forbidden'] as const) {
    test(`in the page by a browser in which workers are: ${workers}`, async (t) => {
      const { painter, shown, isRunning, frames } = start(t, workers)
      painter.show(NEWS)
      await comesToBe(() => frames() > 0, true)
      assert.deepEqual([isRunning(), shown.length], [false, CANVASES])
      painter.stop()
    })
  }

  test('in the page, on other canvases, where the worker fails', async (t) => {
    const { painter, shown, fail, isRunning, frames } = start(t, 'some')
    painter.show(NEWS)
    const given = [...shown]
    fail()
    await comesToBe(() => frames() > 0, true)
    assert.deepEqual([isRunning(), shown.length], [false, CANVASES])
    assert.ok(shown.every((canvas) => !given.includes(canvas)))
    painter.stop()
  })

  test('nowhere, where the map is gone before its painter has come', async (t) => {
    const { painter, shown, frames } = start(t, 'none')
    painter.stop()
    await import('./map-painter.ts')
    assert.deepEqual([shown.length, frames()], [0, 0])
  })
})
