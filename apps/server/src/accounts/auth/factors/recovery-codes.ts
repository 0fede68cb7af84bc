import { createHash, randomInt } from 'node:crypto'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'

const CODES = 10
const CHARACTERS = 16
/** No letters that are taken for digits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces the codes of a factor and returns the new ones: only their hashes are stored. */
export async function replaceCodes(
  { newId }: Pick<AuthContext, 'newId'>,
  db: Db,
  factorId: string,
): Promise<string[]> {
  await db.deleteFrom('auth.recovery_codes').where('factor_id', '=', factorId).execute()
  const codes = Array.from({ length: CODES }, randomRecoveryCode)
  await db
    .insertInto('auth.recovery_codes')
    .values(
      codes.map((code) => ({
        id: newId(),
        factor_id: factorId,
        code_hash: hashOf(code),
        used_at: null,
      })),
    )
    .execute()
  return codes
}

export async function countCodes(
  db: Db,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const codes = await db
    .selectFrom('auth.recovery_codes')
    .select('used_at')
    .where('factor_id', '=', factorId)
    .execute()
  const remaining = codes.filter(({ used_at: usedAt }) => usedAt === null).length
  return { total: codes.length, remaining }
}

/** Whether it is one of the codes and was not used before; from now on it is. */
export async function useCode(
  { now }: Pick<AuthContext, 'now'>,
  db: Db,
  factorId: string,
  text: string,
): Promise<boolean> {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '')
  const used = await db
    .updateTable('auth.recovery_codes')
    .set({ used_at: now() })
    .where('factor_id', '=', factorId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

function randomRecoveryCode(): string {
  return Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Of 79 random bits: nobody can try them all, so that neither salt nor slowness is needed. */
function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
