import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { UPDATE_CONTEXT } from '@pitboard/contract/ingest/recorder-update'
import type { AppContext } from '../../context.ts'
import { openStoredKey } from '../auth/keys/stored-private-key.ts'

/** The key signs updates of recorders. Those that are paired with a server of this database trust its public half. */
export interface UpdateKey {
  /** The raw bytes are encoded as base64url. */
  readonly publicKey: string
  sign(manifest: string): string
}

/** Opens the key when it is first needed. */
export function createUpdateKeyReader({
  db,
  keys,
}: Pick<AppContext, 'db' | 'keys'>): () => Promise<UpdateKey> {
  let opened: Promise<UpdateKey> | null = null

  async function open(): Promise<UpdateKey> {
    const pem = await openStoredKey(db, keys, 'recorder update key', makeKey)
    const privateKey = createPrivateKey(pem)
    const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
    return {
      publicKey: x,
      sign: (manifest) =>
        sign(null, Buffer.from(UPDATE_CONTEXT + manifest), privateKey).toString('base64url'),
    }
  }

  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
