import type { SsoProvider } from '../../../platform/db/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'

/** An identity provider as the operator's programs read it. */
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
