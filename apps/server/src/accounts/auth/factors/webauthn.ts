import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AuthUser } from '../tables/auth-tables.ts'
import type { AuthContext } from '../core/auth-context.ts'

/** A second factor proves presence; a passkey also verifies the user. */
type KeyUse = 'second factor' | 'passkey'

/** The library has some 280 modules, which few requests need. */
const loadWebauthn = () => import('@simplewebauthn/server')

const NAME = 'Pitboard'
const TIMEOUT_MS = 300_000
/** Current keys support these: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

type Party = Pick<AuthContext, 'config' | 'publicUrl'>

/** Keys belong to the host name; pages of these origins may ask for them. */
function partyOf({ config, publicUrl }: Party) {
  const own = new URL(publicUrl())
  return {
    rpId: config.authWebauthnRpId ?? own.hostname,
    origins: [own.origin, ...config.authWebauthnOrigins],
  }
}

function verificationOf(use: KeyUse) {
  return use === 'passkey' ? 'required' : 'discouraged'
}

/** Returns what a browser makes a new key of. */
export async function creationOptions(
  party: Party,
  { id, email, phone }: AuthUser,
  use: KeyUse,
  known: readonly StoredCredential[],
) {
  const { generateRegistrationOptions } = await loadWebauthn()
  const name = email ?? phone ?? id
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: partyOf(party).rpId,
    userName: name,
    userDisplayName: name,
    userID: new TextEncoder().encode(id),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: use === 'passkey' ? 'required' : 'discouraged',
      userVerification: verificationOf(use),
    },
  })
}

/** Returns what a browser asks a key for: any key of this site where none is named. */
export async function requestOptions(
  party: Party,
  use: KeyUse,
  known: readonly StoredCredential[] = [],
) {
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: partyOf(party).rpId,
    timeout: TIMEOUT_MS,
    userVerification: verificationOf(use),
    ...(known.length > 0 && { allowCredentials: known.map(descriptorOf) }),
  })
}

/** Returns the new key; null if the answer does not match this challenge. */
export async function verifyCreation(
  party: Party,
  answer: unknown,
  use: KeyUse,
  challenge: string,
): Promise<StoredCredential | null> {
  const response = readAttestation(answer)
  if (!response) return null
  const { rpId, origins } = partyOf(party)
  const { verifyRegistrationResponse } = await loadWebauthn()
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: use === 'passkey',
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!result?.verified) return null
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** Returns the key as it is after having signed; null if it has not signed this challenge. */
export async function verifyAssertion(
  party: Party,
  answer: unknown,
  use: KeyUse,
  { challenge, credential }: { challenge: string; credential: StoredCredential },
): Promise<StoredCredential | null> {
  const response = readAssertion(answer)
  if (response?.id !== credential.id) return null
  const { rpId, origins } = partyOf(party)
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: use === 'passkey',
    credential: {
      ...credential,
      publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
      transports: [...credential.transports],
    },
  }).catch(() => null)
  if (!result?.verified) return null
  return { ...credential, counter: result.authenticationInfo.newCounter }
}

function descriptorOf({ id, transports }: StoredCredential) {
  return { id, transports: [...transports] }
}

/** This is stored of a user's key: the private half never leaves the device. */
const StoredCredential = Type.Object({
  id: Type.String(),
  /** It is a COSE key, as base64url. */
  publicKey: Type.String(),
  /** Counts how often the key has signed; synchronised keys always say 0. */
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

/** Returns what `navigator.credentials.create` gave, as JSON; null for what it can't have given. */
function readAttestation(answer: unknown): RegistrationResponseJSON | null {
  const known = Value.Clean(Attestation, answer)
  return Value.Check(Attestation, known) ? { ...known, clientExtensionResults: {} } : null
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

/** Returns what `navigator.credentials.get` gave, as JSON; null for what it can't have given. */
function readAssertion(answer: unknown): AuthenticationResponseJSON | null {
  const known = Value.Clean(Assertion, answer)
  return Value.Check(Assertion, known) ? { ...known, clientExtensionResults: {} } : null
}
