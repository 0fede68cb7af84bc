import type { FastifyInstance } from 'fastify'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import {
  checkNameIdFormat,
  getSsoProvider,
  type GivenMetadata,
  presentProvider,
  ProviderBody,
  readDomains,
  readGivenMetadata,
} from './sso-providers.ts'
import type { SsoProvider } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { transact } from '../core/transactions.ts'

const METADATA_BYTES_MAX = 1_048_576
const PATH = '/admin/sso/providers'

/** The operator lists, enters, reads, changes and removes identity providers. */
export function registerAdminSsoProviders(app: FastifyInstance, auth: AuthContext): void {
  app.get(PATH, async () => {
    const providers = await auth.db
      .selectFrom('auth.sso_providers')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { items: await Promise.all(providers.map((each) => presentProvider(auth.db, each))) }
  })

  app.post(PATH, { bodyLimit: METADATA_BYTES_MAX }, async (request, reply) => {
    const body = readBody(ProviderBody, request)
    if (body.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type")
    checkNameIdFormat(body)
    const metadata = await readGivenMetadata(body)
    if (!metadata) throw invalid('Either metadata_xml or metadata_url must be set')
    const { ip } = sourceOf(request)
    const provider = await transact(auth, async (auth) => {
      const details = { entityId: metadata.entityId }
      await audit(auth, { action: 'sso_provider_created', userId: null, ip, details })
      return insertProvider(auth, body, metadata)
    })
    return reply.code(201).send(await presentProvider(auth.db, provider))
  })

  app.get<{ Params: { id: string } }>(`${PATH}/:id`, async (request) => {
    return presentProvider(auth.db, await getSsoProvider(auth.db, request.params.id))
  })

  app.put<{ Params: { id: string } }>(
    `${PATH}/:id`,
    { bodyLimit: METADATA_BYTES_MAX },
    async (request) => {
      const known = await getSsoProvider(auth.db, request.params.id)
      const body = readBody(ProviderBody, request)
      checkNameIdFormat(body)
      const metadata = await readGivenMetadata(body)
      const { ip } = sourceOf(request)
      return transact(auth, async (auth) => {
        const details = { entityId: known.entity_id }
        await audit(auth, { action: 'sso_provider_updated', userId: null, ip, details })
        return presentProvider(auth.db, await updateProvider(auth, known, body, metadata))
      })
    },
  )

  app.delete<{ Params: { id: string } }>(`${PATH}/:id`, async (request) => {
    const provider = await getSsoProvider(auth.db, request.params.id)
    const shown = await presentProvider(auth.db, provider)
    const { ip } = sourceOf(request)
    await transact(auth, async (auth) => {
      const details = { entityId: provider.entity_id }
      await audit(auth, { action: 'sso_provider_deleted', userId: null, ip, details })
      await auth.db.deleteFrom('auth.sso_providers').where('id', '=', provider.id).execute()
    })
    return shown
  })
}

/** Throws a 422 where another one has its entity id, a 400 where another one has a domain. */
async function insertProvider(
  auth: AuthContext,
  body: ProviderBody,
  metadata: GivenMetadata,
): Promise<SsoProvider> {
  await checkEntityFree(auth.db, metadata.entityId)
  const at = auth.now()
  const provider = await auth.db
    .insertInto('auth.sso_providers')
    .values({
      id: crypto.randomUUID(),
      resource_id: body.resource_id || null,
      disabled: body.disabled ?? false,
      entity_id: metadata.entityId,
      metadata_xml: metadata.xml,
      metadata_url: metadata.url,
      attribute_mapping: JSON.stringify(body.attribute_mapping ?? {}),
      name_id_format: body.name_id_format || null,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await replaceDomains(auth, provider, readDomains(body))
  return provider
}

/** What the body leaves out stays. */
async function updateProvider(
  auth: AuthContext,
  provider: SsoProvider,
  body: ProviderBody,
  metadata: GivenMetadata | null,
): Promise<SsoProvider> {
  if (metadata && metadata.entityId !== provider.entity_id) {
    throw new AuthError(
      400,
      'saml_entity_id_mismatch',
      'SAML Metadata can be updated only if the EntityID matches for the provider',
    )
  }
  if (body.domains) await replaceDomains(auth, provider, readDomains(body))
  const { attribute_mapping: mapping, name_id_format: format } = body
  return auth.db
    .updateTable('auth.sso_providers')
    .set({
      ...(metadata && { metadata_xml: metadata.xml, metadata_url: metadata.url }),
      ...(body.resource_id !== undefined && { resource_id: body.resource_id || null }),
      ...(body.disabled !== undefined && { disabled: body.disabled }),
      ...(mapping && { attribute_mapping: JSON.stringify(mapping) }),
      ...(format !== undefined && { name_id_format: format || null }),
      updated_at: auth.now(),
    })
    .where('id', '=', provider.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function checkEntityFree(db: Db, entityId: string): Promise<void> {
  const taken = await db
    .selectFrom('auth.sso_providers')
    .select('id')
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  if (!taken) return
  throw new AuthError(
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${entityId}) already exists`,
  )
}

async function replaceDomains(
  auth: AuthContext,
  { id: providerId }: SsoProvider,
  domains: readonly string[],
): Promise<void> {
  if (new Set(domains).size < domains.length) throw invalid('A domain is named twice')
  await auth.db.deleteFrom('auth.sso_domains').where('sso_provider_id', '=', providerId).execute()
  if (domains.length === 0) return
  const rows = domains.map((domain) => ({
    id: auth.newId(),
    sso_provider_id: providerId,
    domain,
    created_at: auth.now(),
  }))
  const inserted = await auth.db
    .insertInto('auth.sso_domains')
    .values(rows)
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning('domain')
    .execute()
  const taken = domains.find((domain) => !inserted.some((row) => row.domain === domain))
  if (taken === undefined) return
  throw new AuthError(
    400,
    'sso_domain_already_exists',
    `SSO Domain ${taken} is already assigned to an SSO provider`,
  )
}
