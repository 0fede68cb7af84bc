import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AuthUser, SsoProvider } from '../tables/auth-tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'
import { addIdentity, findIdentity, refreshIdentity } from '../identities/identities.ts'
import { type ProviderUser, readEmail } from '../providers/provider.ts'
import { insertAccount, lockUser, updateUser } from '../users/queries.ts'
import { checkNotBanned, userGone } from '../core/callers.ts'
import type { Assertion } from './assertion.ts'

/**
 * Returns the account of a user whom their company vouches for. It belongs to that company alone: an address leads to
 * nobody else's account, and nobody else's to this (PROTOCOL §7.5).
 */
export async function resolveSsoAccount(
  auth: AuthContext,
  { id }: SsoProvider,
  who: ProviderUser,
  { ip }: Source,
): Promise<AuthUser> {
  const provider = `sso:${id}`
  const details = { provider }
  const known = await findIdentity(auth.db, provider, who.subject)
  if (known) {
    const user = await lockUser(auth.db, known.user_id)
    if (!user) throw userGone()
    checkNotBanned(user, auth.now(), 403)
    await audit(auth, { action: 'login', userId: user.id, ip, details })
    await refreshIdentity(auth, user, known, who.data)
    return updateUser(auth, user.id, { email: who.email })
  }
  if (!auth.config.authSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const user = await insertAccount(auth, {
    email: who.email,
    email_confirmed_at: auth.now(),
    is_sso_user: true,
    appMetadata: { provider, providers: [provider] },
    userMetadata: who.data,
  })
  await addIdentity(auth, user, provider, who)
  await audit(auth, { action: 'user_signedup', userId: user.id, ip, details })
  return user
}

const FORMAT = 'urn:oasis:names:tc:SAML'
const TRANSIENT = `${FORMAT}:2.0:nameid-format:transient`
const EMAIL_ADDRESS = `${FORMAT}:1.1:nameid-format:emailAddress`
/** These names of a person never change (SAML V2.0 Subject Identifier Attributes Profile). */
const LASTING_NAMES = [`${FORMAT}:attribute:subject-id`, `${FORMAT}:attribute:pairwise-id`]
const EMAIL_NAMES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]

/** Reads the person whom an assertion identifies. Throws a 400 if it identifies nobody. */
export function readPerson(provider: SsoProvider, assertion: Assertion): ProviderUser {
  const subject = subjectOf(assertion)
  if (subject === null) {
    throw new AuthError(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID',
    )
  }
  const custom = mapAttributes(readMapping(provider.attribute_mapping), assertion)
  const email = readEmail(custom['email'] ?? emailOf(assertion))
  if (email === null) {
    throw new AuthError(
      400,
      'saml_assertion_no_email',
      'SAML Assertion does not contain an email address',
    )
  }
  return {
    subject,
    email,
    isEmailVerified: true,
    data: {
      iss: provider.entity_id,
      sub: subject,
      email,
      email_verified: true,
      phone_verified: false,
      custom_claims: custom,
    },
  }
}

/** A transient name is another one each time. */
function subjectOf({ nameId, nameIdFormat, attributes }: Assertion): string | null {
  if (nameId && nameIdFormat !== TRANSIENT) return nameId
  return LASTING_NAMES.map((name) => attributes.get(name)?.[0]).find(Boolean) ?? null
}

function emailOf({ nameId, nameIdFormat, attributes }: Assertion): string | null {
  const email = EMAIL_NAMES.map((name) => attributes.get(name)?.[0]).find(Boolean)
  return email ?? (nameIdFormat === EMAIL_ADDRESS ? nameId : null)
}

/** The operator says in this way which attribute is what. */
export const AttributeMapping = Type.Object({
  keys: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        name: Type.Optional(Type.String()),
        names: Type.Optional(Type.Array(Type.String())),
        default: Type.Optional(Type.Unknown()),
        array: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
})
export type AttributeMapping = Static<typeof AttributeMapping>

function readMapping(stored: unknown): AttributeMapping {
  return Value.Check(AttributeMapping, stored) ? stored : {}
}

/** Returns what the mapping makes of an assertion's attributes; attributes without a value are left out. */
function mapAttributes(
  { keys = {} }: AttributeMapping,
  { attributes }: Pick<Assertion, 'attributes'>,
): Readonly<Record<string, unknown>> {
  const mapped = Object.entries(keys).map(([key, { name, names = [], default: other, array }]) => {
    const all = [...(name === undefined ? [] : [name]), ...names]
    const values = all.map((each) => attributes.get(each) ?? []).find(({ length }) => length > 0)
    if (!values) return [key, other]
    return [key, array === true ? values : values[0]]
  })
  return Object.fromEntries(mapped.filter(([, value]) => value !== undefined))
}
