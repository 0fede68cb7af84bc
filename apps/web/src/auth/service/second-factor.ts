import { authRequest, field, textField } from './auth-request.ts'
import { signInService } from '../start-session.ts'
import { createCredential, showCredential } from './webauthn.ts'

/** Shows the code of an authenticator app. Throws what the service answers. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

/** Shows a security key, or registers a new one: the service knows which of them is due. */
export async function verifySecurityKey(factorId: string): Promise<void> {
  const party = { rpId: location.hostname, rpOrigins: [location.origin] }
  const challenge = await authRequest('POST', `factors/${factorId}/challenge`, { webauthn: party })
  const webauthn = field(challenge, 'webauthn')
  const type = textField(webauthn, 'type')
  const options = field(field(webauthn, 'credential_options'), 'publicKey')
  const credential = await (type === 'create' ? createCredential : showCredential)(options)
  const session = await authRequest('POST', `factors/${factorId}/verify`, {
    challenge_id: textField(challenge, 'id'),
    webauthn: { ...party, type, credential_response: credential },
  })
  await takeSession(session)
}

/** Does what the library does after a sign-in of its own. */
export async function takeSession(answer: unknown): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.setSession({
    access_token: textField(answer, 'access_token'),
    refresh_token: textField(answer, 'refresh_token'),
  })
  if (error) throw error
}
