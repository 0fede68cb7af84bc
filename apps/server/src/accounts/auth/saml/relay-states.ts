import type { Selectable } from 'kysely'
import type { SamlAssertionTable, SamlRelayStateTable } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'

const GOOD_FOR_MS = 120_000

export type RelayState = Selectable<SamlRelayStateTable>

/** Takes what was remembered of a request, once (PROTOCOL §4 /sso). */
export async function takeRelayState(
  { now }: Pick<AuthContext, 'now'>,
  db: Db,
  id: string,
): Promise<RelayState> {
  const taken = await db
    .deleteFrom('auth.saml_relay_states')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!taken) {
    throw new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist')
  }
  if (now().getTime() - taken.created_at.getTime() > GOOD_FOR_MS) {
    throw new AuthError(
      422,
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try logging in again?',
    )
  }
  return taken
}

/** False where the assertion was shown before. */
export async function isFirstUse(
  db: Db,
  id: string,
  expiresAt: Selectable<SamlAssertionTable>['expires_at'],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth.saml_assertions')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
