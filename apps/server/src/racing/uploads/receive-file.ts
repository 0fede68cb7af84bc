import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../platform/diagnostics/errors.ts'

/** Slower than the slowest mobile network: whoever sends so little holds a place for nothing. */
const SLOWEST = { bytes: 32 * 1024, withinMs: 20_000 }
/** What is refused is not broken off at once, or the sender would not see why. */
const DRAIN_MS = 10_000

/**
 * Writes a request's body to a file, durable when it resolves, and returns its size in bytes. Throws
 * an `ApiError` for one that is too large, too slow, or empty.
 */
export async function receiveFile(
  body: IncomingMessage,
  path: string,
  bytesMax: number,
): Promise<number> {
  const file = await open(path, 'wx')
  const slow = Promise.withResolvers<never>()
  slow.promise.catch(() => {})
  let bytes = 0
  let before = 0
  const watch = setInterval(() => {
    if (bytes - before < SLOWEST.bytes) slow.reject(tooSlow())
    before = bytes
  }, SLOWEST.withinMs)
  try {
    const chunks = body.iterator({ destroyOnReturn: false })
    for (;;) {
      const next = await Promise.race([chunks.next(), slow.promise])
      if (next.done === true) break
      const chunk: unknown = next.value
      if (!(chunk instanceof Uint8Array)) continue
      bytes += chunk.length
      if (bytes > bytesMax) throw tooLarge(bytesMax)
      await file.appendFile(chunk)
    }
    await file.sync()
  } finally {
    clearInterval(watch)
    await file.close()
  }
  if (bytes === 0) throw new ApiError(422, 'The file is empty.')
  return bytes
}

/** Lets the sender of a body that nobody wants finish, for a while. */
export function drain(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return
  body.on('error', () => {})
  body.resume()
  const timer = setTimeout(() => body.destroy(), DRAIN_MS)
  timer.unref()
  body.once('close', () => clearTimeout(timer))
}

export function tooLarge(bytesMax: number): ApiError {
  const limit = `${Math.floor(bytesMax / 2 ** 20)} MiB`
  return new ApiError(413, `The file is too large: ${limit} are taken.`)
}

function tooSlow(): ApiError {
  return new ApiError(408, 'The file came too slowly.')
}
