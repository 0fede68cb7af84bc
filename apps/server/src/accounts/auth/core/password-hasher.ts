import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { createFairQueue, QueueFullError } from '../../../platform/turns/fair-queue.ts'
import { AuthError } from '../http/auth-error.ts'

/** OWASP lists equally strong settings: this one takes the least time here. */
const COST = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }
/** The four threads also write files: hashes take two. */
const THREADS_MAX = 2
/** A caller behind this many others would give up before it is their turn. */
const WAITING_MAX = 400
const CURRENT = `m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`

/** Networks take turns: one that sends a thousand passwords delays another by one of them. */
export interface Hasher {
  /** Throws a 504 where too many wait already. */
  hash(password: string, network: string): Promise<string>
  /**
   * Returns whether the password is the one of the hash, which takes as long without a hash (null). `isOutdated` says
   * that the hash should be replaced by one of ours.
   */
  verify(
    password: string,
    hash: string | null,
    network: string,
  ): Promise<{ isRight: boolean; isOutdated: boolean }>
}

/**
 * Hashes with Argon2id in threads, and never on all processors at once: the thread that sends live ticks needs one.
 * Hashes that were brought along (bcrypt, argon2) are verified too.
 */
export function createHasher(): Hasher {
  const queue = createFairQueue({
    runningMax: Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1)),
    waitingMax: WAITING_MAX,
  })
  const run = async <T>(network: string, work: () => Promise<T>) =>
    queue.run({ network }, work).catch((error: unknown) => {
      if (!(error instanceof QueueFullError)) throw error
      throw new AuthError(504, 'request_timeout', 'The server is busy, please try again later')
    })
  let decoy: Promise<string> | undefined

  return {
    hash: (password, network) => run(network, () => hash(password, COST)),
    async verify(password, stored, network) {
      if (stored === null) {
        decoy ??= hash('nobody’s password', COST)
        const instead = await decoy
        await run(network, () => verify(instead, password))
        return { isRight: false, isOutdated: false }
      }
      const isRight = await run(network, () => verifyAny(password, stored))
      return { isRight, isOutdated: isRight && !isCurrent(stored) }
    },
  }
}

function isCurrent(stored: string): boolean {
  return stored.startsWith('$argon2id$') && stored.includes(`$${CURRENT}$`)
}

async function verifyAny(password: string, stored: string): Promise<boolean> {
  try {
    if (stored.startsWith('$argon2')) return await verify(stored, password)
    return await verifyBcrypt(password, stored)
  } catch {
    // No password matches a hash in an unknown format.
    return false
  }
}
