import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendCapture } from './send-capture.ts'

test('a file whose upload was stopped before its first byte is not sent', async (t) => {
  let sent = 0
  class Request extends EventTarget {
    upload = new EventTarget()
    open() {}
    abort() {}
    setRequestHeader() {}
    send() {
      sent++
      this.dispatchEvent(new Event('error'))
    }
  }
  t.mock.property(globalThis, 'fetch', async () => Response.json({ bytesMax: 100 }))
  Object.assign(globalThis, { XMLHttpRequest: Request })
  const file = new File(['x'], 'race.pcap')

  await assert.rejects(sendCapture(file, () => {}, new AbortController().signal))
  assert.equal(sent, 1, 'an upload that goes on is sent')
  const stop = new AbortController()
  const sending = sendCapture(file, () => {}, stop.signal)
  stop.abort()
  await assert.rejects(sending)
  assert.equal(sent, 1)
})
