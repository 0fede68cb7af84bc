import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { AuthRequestError } from './auth-request.ts'

export function hasWebAuthn(): boolean {
  return browserSupportsWebAuthn()
}

/* oxlint-disable typescript/no-unsafe-type-assertion -- the edge: the browser itself checks the service's options */

/** Makes a key on a device of the user. */
export function createCredential(options: unknown): Promise<RegistrationResponseJSON> {
  return asked(() =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
}

/** Lets a key of the user's sign. */
export function showCredential(options: unknown): Promise<AuthenticationResponseJSON> {
  return asked(() =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )
}

async function asked<Credential>(ask: () => Promise<Credential>): Promise<Credential> {
  try {
    return await ask()
  } catch (error) {
    // The dialog was closed, it timed out, or there is no such key: browsers do not distinguish these.
    const message = error instanceof Error ? error.message : ''
    throw new AuthRequestError(400, 'security_key_refused', message)
  }
}
