import { X509Certificate } from 'node:crypto'
import { isSafeAddress } from '../providers/web-address.ts'
import {
  attributeOf,
  childrenOf,
  descendantsOf,
  isNamed,
  METADATA_NS,
  parseXml,
  SIGNATURE_NS,
  textOf,
} from './xml.ts'

/** What an identity provider tells of itself (SAML 2.0 Metadata). */
export interface IdpMetadata {
  readonly entityId: string
  /** Where a browser takes our request. */
  readonly signInUrl: string
  /** PEM. */
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
