import { authRequest, field, textField } from './auth-request.ts'
import { takeSession } from './second-factor.ts'
import { createCredential, showCredential } from './webauthn.ts'

/** A passkey signs in without a password. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export async function signInWithPasskey(): Promise<void> {
  const challenge = await authRequest('POST', 'passkeys/authentication/options', {})
  const credential = await showCredential(field(challenge, 'options'))
  const session = await authRequest('POST', 'passkeys/authentication/verify', {
    challenge_id: textField(challenge, 'challenge_id'),
    credential,
  })
  await takeSession(session)
}

export async function addPasskey(): Promise<void> {
  const challenge = await authRequest('POST', 'passkeys/registration/options', {})
  const credential = await createCredential(field(challenge, 'options'))
  await authRequest('POST', 'passkeys/registration/verify', {
    challenge_id: textField(challenge, 'challenge_id'),
    credential,
  })
}

export async function listPasskeys(): Promise<Passkey[]> {
  const answer = await authRequest('GET', 'passkeys')
  return (Array.isArray(answer) ? answer : []).map((passkey: unknown) => ({
    id: textField(passkey, 'id'),
    name: textField(passkey, 'friendly_name'),
    createdAt: textField(passkey, 'created_at'),
    lastUsedAt: textField(passkey, 'last_used_at') || null,
  }))
}

export async function removePasskey(id: string): Promise<void> {
  await authRequest('DELETE', `passkeys/${id}`)
}
