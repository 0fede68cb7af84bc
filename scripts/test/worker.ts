import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { after, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { LeftOut } from '@pitboard/server/testing/outside-programs'
import { FILES_PER_PROCESS, takeTestFile } from './queue.ts'

/** A test that hangs is a failure, and not the end of the run. */
const FILE_TIMEOUT_MS = 8 * 60_000

const queueUrl = process.env['TEST_QUEUE_URL']
if (queueUrl === undefined) throw new Error('This process takes its test files from TEST_QUEUE_URL')

for (let count = 0; count < FILES_PER_PROCESS; count++) {
  const file = await takeTestFile(queueUrl)
  if (file === null) break
  await runTestFile(file)
  // Node would write what it has compiled when it ends; other processes start before that.
  flushCompileCache()
}

/** As a suite: its hooks are its own, and it begins when the one before has ended. */
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
      after(() => done())
    })
  })
}
