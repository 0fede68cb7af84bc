import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

/** A key of a user as it is stored: the private half never leaves his device. */
const StoredCredential = Type.Object({
  id: Type.String(),
  /** COSE, as base64url. */
  publicKey: Type.String(),
  /** How often it has signed; 0 for ever with keys that are synchronised. */
  counter: Type.Number(),
  transports: Type.Array(Type.String()),
})
export type StoredCredential = Static<typeof StoredCredential>

/** Throws for a row that this version can't have written. */
export function readCredential(stored: unknown): StoredCredential {
  if (Value.Check(StoredCredential, stored)) return stored
  throw new Error('a stored credential is malformed')
}

const Attestation = Type.Object({
  id: Type.String(),
  rawId: Type.String(),
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Type.String(),
    attestationObject: Type.String(),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
})

/** What `navigator.credentials.create` gave, as JSON; null for what it can't have given. */
export function readAttestation(answer: unknown): RegistrationResponseJSON | null {
  if (!Value.Check(Attestation, answer)) return null
  const { id, rawId, type, response } = answer
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, transports },
    clientExtensionResults: {},
  }
}

const Assertion = Type.Object({
  id: Type.String(),
  rawId: Type.String(),
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Type.String(),
    authenticatorData: Type.String(),
    signature: Type.String(),
  }),
})

/** What `navigator.credentials.get` gave, as JSON; null for what it can't have given. */
export function readAssertion(answer: unknown): AuthenticationResponseJSON | null {
  if (!Value.Check(Assertion, answer)) return null
  const { id, rawId, type, response } = answer
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature },
    clientExtensionResults: {},
  }
}
