import { isUuid } from '@pitboard/contract/wire/uuid'
import { type Static, Type } from 'typebox'
import type { SsoProvider } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { createBoundedFetch, isSafeAddress } from '../../../platform/http/bounded-fetch.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { AttributeMapping } from './saml-account.ts'
import { readIdpMetadata } from './service-provider.ts'

const RESOURCE = 'resource_'

/** Finds a provider by its id, or by `resource_` and the operator's own name for it. Throws a 404. */
export async function getSsoProvider(db: Db, id: string): Promise<SsoProvider> {
  const providers = db.selectFrom('auth.sso_providers').selectAll()
  const found = id.startsWith(RESOURCE)
    ? await providers.where('resource_id', '=', id.slice(RESOURCE.length)).executeTakeFirst()
    : isUuid(id) && (await providers.where('id', '=', id).executeTakeFirst())
  if (!found) throw unknownProvider('No SSO provider found')
  return found
}

export async function getByDomain(db: Db, domain: string): Promise<SsoProvider> {
  const found = await db
    .selectFrom('auth.sso_domains')
    .innerJoin('auth.sso_providers', 'auth.sso_providers.id', 'auth.sso_domains.sso_provider_id')
    .selectAll('auth.sso_providers')
    .where('domain', '=', domain.trim().toLowerCase())
    .executeTakeFirst()
  if (!found) throw unknownProvider('No SSO provider assigned for this domain')
  return found
}

export async function getByEntityId(db: Db, entityId: string): Promise<SsoProvider> {
  const found = await db
    .selectFrom('auth.sso_providers')
    .selectAll()
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  if (!found) throw unknownProvider('A SAML connection has not been established with this provider')
  return found
}

export function checkEnabled({ disabled }: SsoProvider): void {
  if (disabled) throw new AuthError(404, 'sso_provider_disabled', 'SSO provider is disabled')
}

function unknownProvider(message: string): AuthError {
  return new AuthError(404, 'sso_provider_not_found', message)
}

/** Presents an identity provider as the operator's programs read it. */
export async function presentProvider(db: Db, provider: SsoProvider): Promise<object> {
  const domains = await db
    .selectFrom('auth.sso_domains')
    .selectAll()
    .where('sso_provider_id', '=', provider.id)
    .orderBy('domain')
    .execute()
  return {
    id: provider.id,
    ...(provider.resource_id !== null && { resource_id: provider.resource_id }),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entity_id,
      metadata_xml: provider.metadata_xml,
      ...(provider.metadata_url !== null && { metadata_url: provider.metadata_url }),
      attribute_mapping: provider.attribute_mapping,
      ...(provider.name_id_format !== null && { name_id_format: provider.name_id_format }),
    },
    domains: domains.map(({ id, domain, created_at: createdAt }) => ({
      id,
      domain,
      created_at: createdAt.toISOString(),
    })),
    created_at: provider.created_at.toISOString(),
    updated_at: provider.updated_at.toISOString(),
  }
}

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

/** Returns null where the body has none. Throws a 400 for what is not an identity provider's. */
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
