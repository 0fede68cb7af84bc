import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { after, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { LeftOut } from '@pitboard/server/testing/outside-programs'
import { FILES_PER_PROCESS, takeTestFile } from './queue.ts'
import './repeatable-properties.ts'

/** A test that hangs is a failure, and not the end of the run. */
const FILE_TIMEOUT_MS = 8 * 60_000

const FLUSHED_FILES = 3

/** A process that ends gets this long to write its output. The next one waits for it. */
const LEFT_MAX_MS = 200

const readClock: unknown = Reflect.get(performance, 'now')

const queueUrl = process.env['TEST_QUEUE_URL']
if (queueUrl === undefined) throw new Error('This process takes its test files from TEST_QUEUE_URL')

// PostgreSQL's client only warns of a date without a time, once in a process: here the test fails that sends one.
process.on('warning', (warning) => {
  if ('code' in warning && warning.code === 'PG_INVALID_DATE') throw warning
})

for (let count = 0; count < FILES_PER_PROCESS; count++) {
  const file = await takeTestFile(queueUrl)
  if (file === null) break
  await runTestFile(file)
  // Node writes what it has compiled when the process ends. The servers that tests start need most of it before
  // that, and writing takes longer the more there is.
  if (count < FLUSHED_FILES) flushCompileCache()
}

// What a test has left, such as a timer of five minutes that clears a cache, would hold the process, and with
// it the whole run. Its tests have all reported by now.
setTimeout(() => process.exit(), LEFT_MAX_MS).unref()

/** A file is a suite: its hooks are its own, and it begins when the one before has ended. */
async function runTestFile(file: string): Promise<void> {
  await new Promise<void>((done) => {
    void suite(file, { timeout: FILE_TIMEOUT_MS }, async () => {
      try {
        await import(pathToFileURL(resolve(file)).href)
      } catch (error) {
        if (error instanceof LeftOut) test(file, { skip: error.message })
        else
          test('the file loads', () => {
            throw error
          })
      }
      after(() => {
        // The next files would wait for ever.
        const isClockLeft = Reflect.get(performance, 'now') !== readClock
        if (isClockLeft) Reflect.set(performance, 'now', readClock)
        done()
        if (isClockLeft) throw new Error('A test has left its clock in the place of the real one')
      })
    })
  })
}
