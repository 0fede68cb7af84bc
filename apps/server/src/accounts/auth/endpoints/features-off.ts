import type { FastifyInstance } from 'fastify'
import { AuthError } from '../http/auth-error.ts'

/** What clients can ask for and this server does not have: being an OAuth provider itself. */
const PATHS = [
  '/oauth/*',
  '/user/oauth/*',
  '/admin/oauth/*',
  '/admin/custom-providers',
  '/admin/custom-providers/*',
]

/** 404 `feature_disabled`, which clients tell from an address that is wrong (PROTOCOL §6). */
export function registerFeaturesOff(app: FastifyInstance): void {
  for (const path of PATHS) {
    app.all(path, async () => {
      throw new AuthError(404, 'feature_disabled', 'This feature is disabled')
    })
  }
}
