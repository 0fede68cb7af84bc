import type { Db } from '../../platform/db/tables.ts'

/** A stream or a lease under way ends so soon after its recorder key was revoked. */
export const ASK_FOR_KEY_MS = 30_000
const ANSWERS_WITHIN_MS = 2_000

/**
 * Whether a recorder key is gone for sure. While the database is away nobody is refused: what
 * arrives goes to the journal.
 */
export function createIsRevoked(db: Db): (keyId: string) => Promise<boolean> {
  return (keyId) => {
    const asked = db
      .selectFrom('recorder_key')
      .select('id')
      .where('id', '=', keyId)
      .executeTakeFirst()
      .then(
        (key) => key === undefined,
        () => false,
      )
    const waited = new Promise<boolean>((resolve) => {
      setTimeout(resolve, ANSWERS_WITHIN_MS, false).unref()
    })
    return Promise.race([asked, waited])
  }
}
