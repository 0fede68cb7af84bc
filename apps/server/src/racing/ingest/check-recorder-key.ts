import { isUuid } from '@pitboard/contract/uuid'
import type { KeyAttempt, KeyOwner } from '../../accounts/access/authenticate.ts'
import { findRecorderKey } from '../../accounts/access/recorder-key.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { createFairQueue } from '../../platform/limits/fair-queue.ts'
import { createWrongKeys } from './wrong-keys.ts'

/** Far longer than any key that this server issues. */
const KEY_CHARS_MAX = 200

type CheckRecorderKey = (attempt: KeyAttempt) => Promise<KeyOwner>

/** Throws a 401 for a wrong key, and a 429 where many wrong ones came from the address. */
export function createRecorderKeyCheck({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): CheckRecorderKey {
  const wrongKeys = createWrongKeys()
  const suspects = createFairQueue({ runningMax: 2, runningPerUserMax: 1, waitingMax: 1_000 })

  return async ({ userId, key, address }) => {
    const nowMs = now().getTime()
    const waitSeconds = wrongKeys.waitSeconds(address, nowMs)
    const look = async () =>
      isUuid(userId) && key.length <= KEY_CHARS_MAX ? findRecorderKey(db, userId, key) : undefined
    // A right key always works; after many wrong ones from its address it has to queue.
    const found =
      waitSeconds > 0 ? await suspects.run({ network: networkOf(address) }, look) : await look()
    if (found) return { userId: found.user_id, keyId: found.id }
    wrongKeys.note(address, nowMs)
    if (waitSeconds > 0) {
      throw new ApiError(429, 'Too many wrong keys came from this address. Try again later.', {
        headers: { 'retry-after': String(waitSeconds) },
      })
    }
    const kind = 'invalid-recorder-key'
    throw new ApiError(401, 'The user or the recorder key is wrong.', { kind })
  }
}
