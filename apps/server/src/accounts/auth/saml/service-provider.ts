import { X509Certificate } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import type { SsoProvider } from '../tables/auth-tables.ts'
import { isSafeAddress } from '../../../platform/http/bounded-fetch.ts'
import { authBaseUrl, type AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import type { KeyPair } from '../keys/saml-key-pair.ts'
import {
  attributeOf,
  childrenOf,
  descendantsOf,
  isNamed,
  METADATA_NS,
  parseXml,
  SIGNATURE_NS,
  textOf,
} from './assertion.ts'

/** The library has some 110 modules, which few servers need. */
const loadSaml = () => import('@node-saml/node-saml')

/** Returns how identity providers know us. */
export function entityIdOf(auth: AuthContext): string {
  return `${authBaseUrl(auth)}/sso/saml/metadata`
}

/** Returns where they send their assertions. */
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

/** Opens our side of the conversation with one identity provider. */
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

/** An identity provider publishes this (SAML 2.0 Metadata). */
interface IdpMetadata {
  readonly entityId: string
  /** A browser takes our request there. */
  readonly signInUrl: string
  /** Certificates are in PEM. */
  readonly certificates: readonly string[]
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Throws an Error that says what is missing. */
export function readIdpMetadata(xml: string): IdpMetadata {
  const root = parseXml(xml)
  if (!isNamed(root, METADATA_NS, 'EntityDescriptor')) throw new Error('no EntityDescriptor')
  const entityId = attributeOf(root, 'entityID')
  if (entityId === null) throw new Error('no entityID')
  const [descriptor] = childrenOf(root, METADATA_NS, 'IDPSSODescriptor')
  if (!descriptor) throw new Error('no IDPSSODescriptor')
  const service = childrenOf(descriptor, METADATA_NS, 'SingleSignOnService').find(
    (each) => attributeOf(each, 'Binding') === REDIRECT,
  )
  const signInUrl = service ? attributeOf(service, 'Location') : null
  const url = URL.parse(signInUrl ?? '')
  if (signInUrl === null || !url || !isSafeAddress(url)) {
    throw new Error('no SingleSignOnService with HTTP-Redirect and an https address')
  }
  const certificates = childrenOf(descriptor, METADATA_NS, 'KeyDescriptor')
    .filter((key) => (attributeOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => descendantsOf(key, SIGNATURE_NS, 'X509Certificate'))
    .map((certificate) => pemOf(textOf(certificate)))
  if (certificates.length === 0) throw new Error('no certificate for signing')
  return { entityId, signInUrl, certificates }
}

function pemOf(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch {
    throw new Error('a certificate that can’t be read')
  }
}
