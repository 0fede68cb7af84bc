import type { SAML } from '@node-saml/node-saml'
import type { SsoProvider } from '../../../platform/db/auth-tables.ts'
import { authBaseUrl, type AuthContext } from '../auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import type { KeyPair } from './key-pair.ts'

/** Some 110 modules, for what few servers are asked. */
const loadSaml = () => import('@node-saml/node-saml')

/** How identity providers know us. */
export function entityIdOf(auth: AuthContext): string {
  return `${authBaseUrl(auth)}/sso/saml/metadata`
}

/** Where they send their assertions. */
export function consumerUrlOf(auth: AuthContext): string {
  return `${authBaseUrl(auth)}/sso/saml/acs`
}

/** Throws a 404 where the operator wants no single sign-on. */
export function getSamlKeys({ samlKeys }: AuthContext): KeyPair {
  if (samlKeys) return samlKeys
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

export async function spMetadata(auth: AuthContext): Promise<string> {
  const { privateKey, certificate } = getSamlKeys(auth)
  const { generateServiceProviderMetadata } = await loadSaml()
  return generateServiceProviderMetadata({
    issuer: entityIdOf(auth),
    callbackUrl: consumerUrlOf(auth),
    wantAssertionsSigned: true,
    identifierFormat: null,
    privateKey,
    publicCerts: certificate,
    generateUniqueId: () => 'pitboard',
  })
}

/** Our side of the conversation with one identity provider. */
export async function openSaml(
  auth: AuthContext,
  { metadata_xml: xml, name_id_format: identifierFormat }: SsoProvider,
  requestId: string,
): Promise<SAML> {
  const { SAML } = await loadSaml()
  const { signInUrl, certificates } = readIdpMetadata(xml)
  return new SAML({
    issuer: entityIdOf(auth),
    callbackUrl: consumerUrlOf(auth),
    audience: entityIdOf(auth),
    entryPoint: signInUrl,
    idpCert: [...certificates],
    privateKey: getSamlKeys(auth).privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    disableRequestedAuthnContext: true,
    // Times are looked at by our own clock, in what is verified.
    acceptedClockSkewMs: -1,
    generateUniqueId: () => requestId,
  })
}
