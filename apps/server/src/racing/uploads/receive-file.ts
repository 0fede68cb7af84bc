import type { IncomingMessage } from 'node:http'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** No mobile network is slower: a slower sender only blocks a place. */
const SLOWEST = { bytes: 32 * 1024, withinMs: 20_000 }
/** A refused upload is not aborted at once: the sender would not see the reason. */
const DRAIN_MS = 10_000

/**
 * Yields the bytes of a request's body. Throws an `ApiError` for one that is too large, too slow, or empty.
 */
export async function* receiveBody(
  body: IncomingMessage,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
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
      yield chunk
    }
  } finally {
    clearInterval(watch)
  }
  if (bytes === 0) throw new ApiError(422, 'The file is empty.')
}

/** Reads on from a refused body for a while, so that its sender can finish. */
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

/** A season's archive is a hundred files. */
const FILES_OF_USER = { name: 'capture uploads', calls: 200, seconds: 3600, burst: 200 } as const
const AT_ONCE = 16
const AGAIN_SECONDS = 5

/** Limits how many uploads this process takes at once, and how many all servers take per hour. */
interface UploadLimits {
  /** Takes a place and returns the function that leaves it. Throws a 429 where all are taken. */
  enter(userId: string): Promise<() => void>
}

export function createUploadLimits({ rateLimits }: Pick<AppContext, 'rateLimits'>): UploadLimits {
  const busy = new Set<string>()

  return {
    async enter(userId) {
      if (busy.has(userId)) throw oneFileAtATime()
      if (busy.size >= AT_ONCE) throw later('Too many files are on their way.', AGAIN_SECONDS)
      busy.add(userId)
      const leave = () => busy.delete(userId)
      try {
        const waitSeconds = await rateLimits.take({ limit: FILES_OF_USER, key: userId })
        if (waitSeconds === 0) return leave
        const detail = `${FILES_OF_USER.calls} files an hour are taken.`
        throw later(detail, Math.ceil(waitSeconds))
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

export function oneFileAtATime(): ApiError {
  return later('One file at a time: another is on its way.', AGAIN_SECONDS)
}

function later(detail: string, seconds: number): ApiError {
  return new ApiError(429, detail, { headers: { 'retry-after': String(seconds) } })
}
