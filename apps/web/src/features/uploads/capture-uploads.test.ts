import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UploadResult } from '@pitboard/contract/ingest/capture-upload'
import { createCaptureUploads, UploadError, type UploadState } from './capture-uploads.ts'

const RESULT: UploadResult = {
  sessions: [],
  leftOut: 0,
  datagrams: { read: 1, used: 1, unknown: 0 },
  notes: [],
}

interface Sent {
  readonly name: string
  readonly signal: AbortSignal
  readonly onState: (state: UploadState) => void
  readonly end: (error?: Error) => Promise<void>
}

/** Files end when the test says so. */
function open() {
  const sent: Sent[] = []
  let done = 0
  const uploads = createCaptureUploads(
    (file, onState, signal) =>
      new Promise((resolve, reject) => {
        sent.push({
          name: file.name,
          signal,
          onState,
          end: async (error) => {
            if (error) reject(error)
            else resolve(RESULT)
            await new Promise((settled) => setImmediate(settled))
          },
        })
      }),
    () => done++,
  )
  const add = (...names: string[]) => uploads.add(names.map((name) => new File(['x'], name)))
  const kinds = () => uploads.list().map(({ state }) => state.kind)
  return { uploads, sent, add, kinds, done: () => done }
}

test('files go one after the other, and each says how far it is', async () => {
  const { sent, add, kinds, done } = open()
  add('a', 'b')
  assert.deepEqual(kinds(), ['sending', 'waiting'])
  sent[0]?.onState({ kind: 'reading', share: 0.5 })
  assert.deepEqual(kinds(), ['reading', 'waiting'])
  await sent[0]?.end()
  assert.deepEqual([kinds(), done()], [['done', 'sending'], 1])
})

test('one that fails says why, is tried again when asked, and keeps no other waiting', async () => {
  const { uploads, sent, add, kinds } = open()
  add('a', 'b')
  await sent[0]?.end(new UploadError('nothingInIt'))
  assert.deepEqual(uploads.list()[0]?.state, { kind: 'failed', problem: 'nothingInIt' })
  assert.deepEqual(kinds(), ['failed', 'sending'])
  uploads.retry(1)
  assert.deepEqual(kinds(), ['waiting', 'sending'])
  await sent[1]?.end()
  assert.deepEqual([kinds(), sent[2]?.name], [['sending', 'done'], 'a'])
})

test('what is cancelled stops, whatever comes of it later, and the next goes on', async () => {
  const { uploads, sent, add, kinds } = open()
  add('a', 'b', 'c')
  uploads.cancel(2)
  uploads.cancel(1)
  assert.equal(sent[0]?.signal.aborted, true)
  await sent[0]?.end(new UploadError('interrupted'))
  assert.deepEqual([kinds(), sent[1]?.name], [['cancelled', 'cancelled', 'sending'], 'c'])
})

test('nothing is left for the next user', async () => {
  const { uploads, sent, add } = open()
  add('a', 'b')
  uploads.clear()
  assert.equal(sent[0]?.signal.aborted, true)
  await sent[0]?.end()
  assert.deepEqual([uploads.list(), sent.length], [[], 1])
})

test('one that waits is cancelled without the one that is sent, and one of a list that is over', async () => {
  const { uploads, sent, add, kinds } = open()
  add('a', 'b')
  uploads.cancel(2)
  assert.deepEqual([kinds(), sent[0]?.signal.aborted], [['sending', 'cancelled'], false])
  await sent[0]?.end()
  assert.deepEqual(kinds(), ['done', 'cancelled'])
  uploads.cancel(1)
  assert.deepEqual(kinds(), ['cancelled', 'cancelled'])
  uploads.clear()
  assert.deepEqual(kinds(), [])
})

test('one that is over is taken off the list, and the others stay', async () => {
  const { uploads, sent, add } = open()
  add('a', 'b')
  await sent[0]?.end()
  uploads.forget(1)
  assert.deepEqual(
    uploads.list().map(({ file }) => file.name),
    ['b'],
  )
})

test('what is no problem of an upload is an unexpected one', async () => {
  const { uploads, sent, add } = open()
  add('a')
  await sent[0]?.end(new TypeError('defect'))
  assert.deepEqual(uploads.list()[0]?.state, { kind: 'failed', problem: 'unexpected' })
})
