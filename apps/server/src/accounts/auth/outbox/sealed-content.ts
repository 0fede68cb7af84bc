import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Mail } from '../mail/mailer.ts'
import type { TextMessage } from '../sms/texter.ts'

export type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'text'; readonly text: TextMessage }

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a message: someone who reads the table must not learn the codes that wait in it. */
export function sealMessage(key: Buffer, message: Message): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Null for a message that was sealed with another key. */
export function openMessage(key: Buffer, sealed: Buffer): Message | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES))
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = sealed.subarray(IV_BYTES + TAG_BYTES)
    const json = Buffer.concat([decipher.update(text), decipher.final()]).toString()
    // What our own key has authenticated, `sealMessage` has written.
    const message: Message = JSON.parse(json)
    return message
  } catch {
    return null
  }
}
