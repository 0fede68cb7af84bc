import { createECDH } from 'node:crypto'
import type { AppContext } from '../../context.ts'

const CURVE = 'prime256v1'

/** Push services know this installation by this key pair (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Derives the pair from the server's secret: all servers of a database have the same one. */
export function derivePushKeys({ derive }: Pick<AppContext['keys'], 'derive'>): PushKeys {
  const pair = createECDH(CURVE)
  for (let attempt = 0; ; attempt++) {
    const privateKey = derive(`push ${attempt}`)
    try {
      pair.setPrivateKey(privateKey)
    } catch {
      // One value of 2^32 is not a private key of this curve.
      continue
    }
    return {
      publicKey: pair.getPublicKey('base64url', 'uncompressed'),
      privateKey: privateKey.toString('base64url'),
    }
  }
}
