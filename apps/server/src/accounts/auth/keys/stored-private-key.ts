import type { Db } from '../../../platform/db/tables.ts'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { openSealedText, sealText } from '../../../platform/db/sealed-text.ts'
import {
  deriveKey,
  type DerivedKeys,
  findServerSecret,
  replaceServerSecret,
  storeOnce,
} from './secret.ts'

/** Private keys in the database have these purposes. */
const PURPOSES = ['saml key', 'recorder update key'] as const
type Purpose = (typeof PURPOSES)[number]

/** Returns the private key that all servers of the database share, as PEM; the first one that needs it makes it. */
export async function openStoredKey(
  db: Db,
  keys: Pick<DerivedKeys, 'derive'>,
  purpose: Purpose,
  make: () => string,
): Promise<string> {
  const key = keys.derive(purpose)
  const stored =
    (await findServerSecret(db, purpose)) ?? (await storeOnce(db, purpose, sealText(key, make())))
  const privateKey = openSealedText(key, stored)
  if (privateKey === null) throw new StartError(`The stored ${purpose} can not be decrypted.`)
  return privateKey
}

/**
 * Seals the stored keys again after a change of the secret. A key is removed if it was not sealed with the former
 * secret.
 */
export async function resealStoredKeys(
  db: Db,
  { from, to }: { readonly from: string; readonly to: Pick<DerivedKeys, 'derive'> },
): Promise<void> {
  for (const purpose of PURPOSES) {
    const stored = await findServerSecret(db, purpose)
    if (stored === null) continue
    const privateKey = openSealedText(deriveKey(from, purpose), stored)
    const sealed = privateKey === null ? null : sealText(to.derive(purpose), privateKey)
    await replaceServerSecret(db, purpose, sealed)
  }
}
