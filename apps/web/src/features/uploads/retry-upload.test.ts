import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UploadResult } from '@pitboard/contract/ingest/capture-upload'
import { UploadError, type UploadProblem } from './capture-uploads.ts'
import { retryUpload } from './retry-upload.ts'

const RESULT: UploadResult = {
  sessions: [],
  leftOut: 0,
  notes: [],
  datagrams: { read: 1, used: 1, unknown: 0 },
}

/** Fails with the problems one after the other, then it is read. */
async function send(problems: UploadProblem[], doesAnswer = true) {
  const states: string[] = []
  let sent = 0
  const sending = retryUpload(
    async () => {
      const problem = problems[sent++]
      if (problem) throw new UploadError(problem)
      return RESULT
    },
    async () => doesAnswer,
  )
  const onState = ({ kind }: { kind: string }) => states.push(kind)
  const end = await sending(new File([], 'a'), onState, new AbortController().signal).catch(
    (error: unknown) => (error instanceof UploadError ? error.problem : error),
  )
  return { end, sent, states }
}

test('a file whose reading was broken off is sent again when the server answers, and says so', async () => {
  assert.deepEqual(await send(['interrupted', 'interrupted']), {
    end: RESULT,
    sent: 3,
    states: ['away', 'sending', 'away', 'sending'],
  })
})

test('it is not sent for ever, not where nothing answers, and not where it was refused', async () => {
  const { end, sent } = await send(['interrupted', 'interrupted', 'interrupted'])
  assert.deepEqual([end, sent], ['interrupted', 3])
  assert.deepEqual(await send(['interrupted'], false), {
    end: 'interrupted',
    sent: 1,
    states: ['away'],
  })
  assert.equal((await send(['unreadable'])).sent, 1)
})
