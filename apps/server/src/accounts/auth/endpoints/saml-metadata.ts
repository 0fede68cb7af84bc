import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { queryText } from '../http/query.ts'
import { spMetadata } from '../saml/service-provider.ts'

/** GET /sso/saml/metadata: what an identity provider has to know of us. */
export function registerSamlMetadata(app: FastifyInstance, auth: AuthContext): void {
  app.get('/sso/saml/metadata', { config: { open: true } }, async (request, reply) => {
    const xml = await spMetadata(auth)
    if (queryText(request, 'download') === 'true') {
      void reply.header('content-disposition', 'attachment; filename="metadata.xml"')
    }
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(xml)
  })
}
