import type { Db } from '../../../platform/db/tables.ts'

type SecretName = 'fingerprint' | 'saml key'

/**
 * Returns what the servers of this database share under the name; stores `content` if nothing is
 * there. The row stays locked until the transaction ends.
 */
export async function storeOnce(db: Db, name: SecretName, content: Buffer): Promise<Buffer> {
  const row = await db
    .insertInto('auth.server_secrets')
    .values({ name, content })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('content')
    .executeTakeFirstOrThrow()
  return row.content
}

export async function findServerSecret(db: Db, name: SecretName): Promise<Buffer | null> {
  const row = await db
    .selectFrom('auth.server_secrets')
    .select('content')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.content ?? null
}

/** Null removes it. */
export async function replaceServerSecret(
  db: Db,
  name: SecretName,
  content: Buffer | null,
): Promise<void> {
  if (content === null) {
    await db.deleteFrom('auth.server_secrets').where('name', '=', name).execute()
  } else {
    await db.updateTable('auth.server_secrets').set({ content }).where('name', '=', name).execute()
  }
}
