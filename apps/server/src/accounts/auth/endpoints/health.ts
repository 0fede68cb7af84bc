import type { FastifyInstance } from 'fastify'
import { VERSION } from '../../../platform/config/version.ts'

/** GET /health: clients tell by the name which protocol is spoken here. */
export function registerHealth(app: FastifyInstance): void {
  app.get('/health', async () => ({
    version: VERSION,
    name: 'GoTrue',
    description:
      'Pitboard speaks the protocol of GoTrue, a user registration and authentication API',
  }))
}
