import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { createQueue } from './queue.ts'

/** Of OWASP's equally strong settings the one that takes the least time here. */
const COST = { memoryCost: 12_288, timeCost: 3, parallelism: 1 }
/** Of the four threads that also write files. */
const THREADS_MAX = 2
const CURRENT = `m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`

export interface Hasher {
  hash(password: string): Promise<string>
  /**
   * Whether the password is the one of the hash; takes as long where there is none (null).
   * `isOutdated`: the hash should be replaced by one of ours.
   */
  verify(password: string, hash: string | null): Promise<{ isRight: boolean; isOutdated: boolean }>
}

/**
 * Argon2id in threads, and never on all processors at once: the thread that sends live ticks needs
 * one. Hashes that were brought along (bcrypt, argon2) are verified too.
 */
export function createHasher(): Hasher {
  const queue = createQueue(Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1)))
  let decoy: Promise<string> | undefined

  return {
    hash: (password) => queue.run(() => hash(password, COST)),
    async verify(password, stored) {
      if (stored === null) {
        decoy ??= hash('nobody’s password', COST)
        const instead = await decoy
        await queue.run(() => verify(instead, password))
        return { isRight: false, isOutdated: false }
      }
      const isRight = await queue.run(() => verifyAny(password, stored))
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
    // Not a hash that we know: nobody's password.
    return false
  }
}
