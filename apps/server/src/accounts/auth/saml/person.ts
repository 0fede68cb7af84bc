import type { SsoProvider } from '../../../platform/db/auth-tables.ts'
import { AuthError } from '../http/auth-error.ts'
import { readEmail } from '../providers/claims.ts'
import type { ProviderUser } from '../providers/provider.ts'
import type { Assertion } from './assertion.ts'
import { mapAttributes, readMapping } from './attribute-mapping.ts'

const FORMAT = 'urn:oasis:names:tc:SAML'
const TRANSIENT = `${FORMAT}:2.0:nameid-format:transient`
const EMAIL_ADDRESS = `${FORMAT}:1.1:nameid-format:emailAddress`
/** Names for a person that stay (SAML V2.0 Subject Identifier Attributes Profile). */
const LASTING_NAMES = [`${FORMAT}:attribute:subject-id`, `${FORMAT}:attribute:pairwise-id`]
const EMAIL_NAMES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]

/** Whom an assertion speaks of. Throws a 400 where it does not say. */
export function personOf(provider: SsoProvider, assertion: Assertion): ProviderUser {
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
  const told = EMAIL_NAMES.map((name) => attributes.get(name)?.[0]).find(Boolean)
  return told ?? (nameIdFormat === EMAIL_ADDRESS ? nameId : null)
}
