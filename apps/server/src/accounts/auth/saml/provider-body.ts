import { Type, type Static } from 'typebox'
import { AuthError, invalid } from '../http/auth-error.ts'
import { createBoundedFetch } from '../providers/bounded-fetch.ts'
import { isSafeAddress } from '../providers/web-address.ts'
import { AttributeMapping } from './attribute-mapping.ts'
import { readIdpMetadata } from './idp-metadata.ts'

export const ProviderBody = Type.Object({
  type: Type.Optional(Type.String()),
  resource_id: Type.Optional(Type.String({ maxLength: 200 })),
  disabled: Type.Optional(Type.Boolean()),
  metadata_url: Type.Optional(Type.String()),
  metadata_xml: Type.Optional(Type.String()),
  domains: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
  attribute_mapping: Type.Optional(AttributeMapping),
  name_id_format: Type.Optional(Type.String()),
})
export type ProviderBody = Static<typeof ProviderBody>

export interface GivenMetadata {
  readonly xml: string
  readonly url: string | null
  readonly entityId: string
}

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/
const NAME_ID_FORMAT = /^urn:oasis:names:tc:SAML:(?:1\.1|2\.0):nameid-format:\w+$/

/** Null where the body gives none. Throws a 400 for what is not an identity provider's. */
export async function readGivenMetadata(body: ProviderBody): Promise<GivenMetadata | null> {
  const { metadata_url: url = '', metadata_xml: given = '' } = body
  if (url === '' && given === '') return null
  if (url !== '' && given !== '') {
    throw invalid('Only one of metadata_xml or metadata_url needs to be set')
  }
  const xml = url === '' ? given : await fetchMetadata(url)
  try {
    return { xml, url: url || null, entityId: readIdpMetadata(xml).entityId }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw invalid(`The SAML metadata can't be used: ${reason}`)
  }
}

export function readDomains({ domains = [] }: ProviderBody): readonly string[] {
  return domains.map((given) => {
    const domain = given.trim().toLowerCase()
    if (!DOMAIN.test(domain)) throw invalid(`"${domain}" is no domain`)
    return domain
  })
}

export function checkNameIdFormat({ name_id_format: format = '' }: ProviderBody): void {
  if (format !== '' && !NAME_ID_FORMAT.test(format)) {
    throw invalid('name_id_format must be an urn:oasis:names:tc:SAML:…:nameid-format')
  }
}

async function fetchMetadata(text: string): Promise<string> {
  const url = URL.parse(text)
  if (!url || !isSafeAddress(url)) throw invalid('metadata_url is not an HTTPS URL')
  try {
    const response = await createBoundedFetch(url)(url.href)
    if (!response.ok) throw new Error(`it answers ${response.status}`)
    return await response.text()
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new AuthError(
      400,
      'saml_metadata_fetch_failed',
      `The metadata can't be fetched: ${reason}`,
    )
  }
}
