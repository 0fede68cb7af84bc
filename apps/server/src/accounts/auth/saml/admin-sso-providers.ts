import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { checkServiceCaller } from '../core/callers.ts'
import { invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import {
  checkNameIdFormat,
  getSsoProvider,
  presentProvider,
  ProviderBody,
  readGivenMetadata,
} from './sso-providers.ts'
import { insertProvider, updateProvider } from './write-provider.ts'

const METADATA_BYTES_MAX = 1_048_576
const PATH = '/admin/sso/providers'

/** The operator's identity providers: list, enter, read, change, remove. */
export function registerAdminSsoProviders(app: FastifyInstance, auth: AuthContext): void {
  app.get(PATH, async (request) => {
    await checkServiceCaller(auth, request)
    const providers = await auth.db
      .selectFrom('auth.sso_providers')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { items: await Promise.all(providers.map((each) => presentProvider(auth.db, each))) }
  })

  app.post(PATH, { bodyLimit: METADATA_BYTES_MAX }, async (request, reply) => {
    await checkServiceCaller(auth, request)
    const body = readBody(ProviderBody, request)
    if (body.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type")
    checkNameIdFormat(body)
    const metadata = await readGivenMetadata(body)
    if (!metadata) throw invalid('Either metadata_xml or metadata_url must be set')
    const { ip } = sourceOf(request)
    const provider = await inTransaction(auth.db, async (db) => {
      const details = { entityId: metadata.entityId }
      await audit(auth, db, { action: 'sso_provider_created', userId: null, ip, details })
      return insertProvider(auth, db, body, metadata)
    })
    return reply.code(201).send(await presentProvider(auth.db, provider))
  })

  app.get<{ Params: { id: string } }>(`${PATH}/:id`, async (request) => {
    await checkServiceCaller(auth, request)
    return presentProvider(auth.db, await getSsoProvider(auth.db, request.params.id))
  })

  app.put<{ Params: { id: string } }>(
    `${PATH}/:id`,
    { bodyLimit: METADATA_BYTES_MAX },
    async (request) => {
      await checkServiceCaller(auth, request)
      const known = await getSsoProvider(auth.db, request.params.id)
      const body = readBody(ProviderBody, request)
      checkNameIdFormat(body)
      const metadata = await readGivenMetadata(body)
      const { ip } = sourceOf(request)
      return inTransaction(auth.db, async (db) => {
        const details = { entityId: known.entity_id }
        await audit(auth, db, { action: 'sso_provider_updated', userId: null, ip, details })
        return presentProvider(db, await updateProvider(auth, db, known, body, metadata))
      })
    },
  )

  app.delete<{ Params: { id: string } }>(`${PATH}/:id`, async (request) => {
    await checkServiceCaller(auth, request)
    const provider = await getSsoProvider(auth.db, request.params.id)
    const shown = await presentProvider(auth.db, provider)
    const { ip } = sourceOf(request)
    await inTransaction(auth.db, async (db) => {
      const details = { entityId: provider.entity_id }
      await audit(auth, db, { action: 'sso_provider_deleted', userId: null, ip, details })
      await db.deleteFrom('auth.sso_providers').where('id', '=', provider.id).execute()
    })
    return shown
  })
}
