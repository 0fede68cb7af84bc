import { AuthError } from '../http/auth-error.ts'

/** Who would wait behind so many gives up before his turn comes. */
const WAITING_MAX = 400

export interface Queue {
  /** Throws a 504 where too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs at most `width` of the works at a time, the others in their order after them. */
export function createQueue(width: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (waiting.length >= WAITING_MAX) {
        throw new AuthError(504, 'request_timeout', 'The server is busy, please try again later')
      }
      if (running >= width) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
        })
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
