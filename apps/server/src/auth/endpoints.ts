import type { FastifyInstance } from 'fastify'
import type { AuthContext } from './auth-context.ts'
import { registerLogout } from './endpoints/logout.ts'
import { registerSignup } from './endpoints/signup.ts'
import { registerToken } from './endpoints/token.ts'
import { registerUser } from './endpoints/user.ts'

/** Every endpoint of the auth service, a file each. */
export const ENDPOINTS: readonly ((app: FastifyInstance, auth: AuthContext) => void)[] = [
  registerSignup,
  registerToken,
  registerUser,
  registerLogout,
]
