import type { Row } from '../../../platform/db/tables.ts'
import type { SsoProvider } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import {
  type Assertion,
  ASSERTION_NS,
  attributeOf,
  childrenOf,
  descendantsOf,
  isNamed,
  parseXml,
  PROTOCOL_NS,
  readAssertion,
  SIGNATURE_NS,
  textOf,
} from './assertion.ts'
import { consumerUrlOf, entityIdOf, openSaml } from './service-provider.ts'

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
/** An attacker who finds two texts with one digest could have one signed and send the other. */
const STRONG = /[#-]sha(?:256|384|512)$/

/** Returns the issuer that the response claims, which is not verified yet. */
export function claimedIssuer(samlResponse: string): string | null {
  const response = parseResponse(samlResponse)
  const [assertion] = childrenOf(response, ASSERTION_NS, 'Assertion')
  const [issuer] = childrenOf(assertion ?? response, ASSERTION_NS, 'Issuer')
  return issuer ? textOf(issuer) : null
}

/** Returns the one assertion of an answer that its provider has signed. Throws a 400 for any other. */
export async function verifyResponse(
  auth: AuthContext,
  provider: SsoProvider,
  samlResponse: string,
  requestId: string | null,
): Promise<Assertion> {
  try {
    checkResponse(auth, parseResponse(samlResponse))
    const saml = await openSaml(auth, provider, requestId ?? '')
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
    const verifiedXml = profile?.getAssertionXml?.()
    if (verifiedXml === undefined) throw new Error('no assertion')
    return readAssertion(verifiedXml, {
      entityId: provider.entity_id,
      audience: entityIdOf(auth),
      recipient: consumerUrlOf(auth),
      requestId,
      now: auth.now(),
    })
  } catch (error) {
    auth.log.warn({ err: error, ssoProvider: provider.id }, 'a SAML answer is not good')
    throw invalidResponse()
  }
}

export function invalidResponse(): AuthError {
  return invalid('SAML Assertion is not valid')
}

/** Checks outside the signature: the response is for us and reports success. */
function checkResponse(auth: AuthContext, response: Element): void {
  const destination = attributeOf(response, 'Destination')
  if (destination !== null && destination !== consumerUrlOf(auth)) {
    throw new Error('sent to another destination')
  }
  const [status] = childrenOf(response, PROTOCOL_NS, 'Status')
  const [code] = status ? childrenOf(status, PROTOCOL_NS, 'StatusCode') : []
  if (!code || attributeOf(code, 'Value') !== SUCCESS) throw new Error('without success')
}

/** The algorithm is what the parser reads, however its text is written. */
function isStronglySigned(response: Element): boolean {
  return ['SignatureMethod', 'DigestMethod']
    .flatMap((name) => descendantsOf(response, SIGNATURE_NS, name))
    .every((method) => STRONG.test(attributeOf(method, 'Algorithm') ?? ''))
}

function parseResponse(samlResponse: string): Element {
  const xml = Buffer.from(samlResponse, 'base64').toString('utf8')
  try {
    const response = parseXml(xml)
    if (isNamed(response, PROTOCOL_NS, 'Response') && isStronglySigned(response)) return response
  } catch {
    // Invalid XML is not an answer.
  }
  throw invalidResponse()
}

const GOOD_FOR_MS = 120_000

type RelayState = Row<'auth.saml_relay_states'>

/** Takes what was remembered of a request, once (PROTOCOL §4 /sso). */
export async function takeRelayState(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  id: string,
): Promise<RelayState> {
  const taken = await db
    .deleteFrom('auth.saml_relay_states')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!taken) {
    throw new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist')
  }
  if (now().getTime() - taken.created_at.getTime() > GOOD_FOR_MS) {
    throw new AuthError(
      422,
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try logging in again?',
    )
  }
  return taken
}

/** Returns false where the assertion was shown before. */
export async function isFirstUse(
  db: Db,
  id: string,
  expiresAt: Row<'auth.saml_assertions'>['expires_at'],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth.saml_assertions')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
