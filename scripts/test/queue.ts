import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A process runs several files, because half of a short file's time is loading the server. It ends after this many, so
 * that what files leave in memory does not add up for the whole run.
 */
export const FILES_PER_PROCESS = 48

/** Hands test files to the processes that run them, each file once. */
interface TestQueue {
  /** The address is for `TEST_QUEUE_URL`. */
  readonly url: string
  /** Returns the number of files that no process has taken. */
  length(): number
  close(): Promise<void>
}

/**
 * A process that is done with a file asks for the next one, so none is idle while others have files
 * left, and a process that dies takes one file with it.
 */
export async function startTestQueue(files: readonly string[]): Promise<TestQueue> {
  const waiting = [...files]
  const server = createServer((_, response) => {
    const file = waiting.shift()
    response.writeHead(file === undefined ? 204 : 200, { connection: 'close' }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/`,
    length: () => waiting.length,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('The queue has no port')
  return address.port
}

/** Returns null when no file is left. */
export async function takeTestFile(queueUrl: string): Promise<string | null> {
  const response = await fetch(queueUrl)
  const file = await response.text()
  return response.status === 204 ? null : file
}
