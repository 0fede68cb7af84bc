import type { FastifyInstance } from 'fastify'
import { authBaseUrl, type AuthContext } from '../auth-context.ts'

const KEPT_SECONDS = 600

/** GET /.well-known/openid-configuration: where the keys are that others verify our tokens with. */
export function registerOpenidConfiguration(app: FastifyInstance, auth: AuthContext): void {
  const options = { config: { open: true } }
  app.get('/.well-known/openid-configuration', options, async (_request, reply) => {
    void reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`)
    const issuer = authBaseUrl(auth)
    const algorithms = new Set(auth.keys.publicKeys.map(({ alg }) => alg ?? ''))
    return {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...algorithms],
    }
  })
}
