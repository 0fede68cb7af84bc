import type { FastifyInstance } from 'fastify'
import { registerAdminAudit } from './admin/audit-endpoint.ts'
import { registerAdminGenerateLink, registerInvite } from './admin/link-endpoints.ts'
import { registerAdminUserFactors, registerAdminUsers } from './admin/user-endpoints.ts'
import type { AuthContext } from './core/auth-context.ts'
import { registerAuthorize } from './endpoints/authorize.ts'
import { registerCallback } from './endpoints/callback.ts'
import { registerLogout, registerReauthenticate } from './endpoints/current-session.ts'
import { registerIdentities } from './endpoints/identities.ts'
import { registerOtp, registerRecover } from './endpoints/otp.ts'
import { registerResend } from './endpoints/resend.ts'
import {
  registerFeaturesOff,
  registerHealth,
  registerJwks,
  registerOpenidConfiguration,
  registerSettings,
} from './endpoints/service-info.ts'
import { registerSignup } from './endpoints/signup.ts'
import { registerToken } from './endpoints/token.ts'
import { registerUser } from './endpoints/user.ts'
import { registerVerify, registerVerifyLink } from './endpoints/verify.ts'
import { registerFactorChallenge } from './factors/challenge-endpoint.ts'
import { registerFactorEnrol, registerFactorRemove } from './factors/enrol-endpoints.ts'
import {
  registerPasskeyAuthentication,
  registerPasskeyRegistration,
  registerPasskeys,
} from './factors/passkey-endpoints.ts'
import { registerRecoveryCodes } from './factors/recovery-code-endpoints.ts'
import { registerFactorVerify } from './factors/verify-endpoint.ts'
import { registerAdminSsoProviders } from './saml/admin-sso-providers.ts'
import { registerSamlAcs, registerSamlMetadata, registerSso } from './saml/saml-endpoints.ts'

/** Every endpoint of the auth service, a file each. */
export const ENDPOINTS: readonly ((app: FastifyInstance, auth: AuthContext) => void)[] = [
  registerSignup,
  registerToken,
  registerOtp,
  registerVerify,
  registerVerifyLink,
  registerResend,
  registerRecover,
  registerReauthenticate,
  registerUser,
  registerLogout,
  registerAuthorize,
  registerCallback,
  registerIdentities,
  registerSso,
  registerSamlAcs,
  registerSamlMetadata,
  registerAdminSsoProviders,
  registerFactorEnrol,
  registerFactorChallenge,
  registerFactorVerify,
  registerFactorRemove,
  registerRecoveryCodes,
  registerPasskeyRegistration,
  registerPasskeyAuthentication,
  registerPasskeys,
  registerSettings,
  registerHealth,
  registerOpenidConfiguration,
  registerInvite,
  registerAdminUsers,
  registerAdminUserFactors,
  registerAdminGenerateLink,
  registerAdminAudit,
  registerJwks,
  registerFeaturesOff,
]
