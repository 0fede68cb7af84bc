import type { FastifyInstance } from 'fastify'
import type { AuthContext } from './auth-context.ts'
import { registerAdminAudit } from './endpoints/admin-audit.ts'
import { registerAdminGenerateLink } from './endpoints/admin-generate-link.ts'
import { registerAdminSsoProviders } from './endpoints/admin-sso-providers.ts'
import { registerAdminUserFactors } from './endpoints/admin-user-factors.ts'
import { registerAdminUsers } from './endpoints/admin-users.ts'
import { registerAuthorize } from './endpoints/authorize.ts'
import { registerCallback } from './endpoints/callback.ts'
import { registerFactorChallenge } from './endpoints/factor-challenge.ts'
import { registerFactorEnrol } from './endpoints/factor-enrol.ts'
import { registerRecoveryCodes } from './endpoints/factor-recovery-codes.ts'
import { registerFactorRemove } from './endpoints/factor-remove.ts'
import { registerFactorVerify } from './endpoints/factor-verify.ts'
import { registerFeaturesOff } from './endpoints/features-off.ts'
import { registerHealth } from './endpoints/health.ts'
import { registerIdentities } from './endpoints/identities.ts'
import { registerInvite } from './endpoints/invite.ts'
import { registerJwks } from './endpoints/jwks.ts'
import { registerLogout } from './endpoints/logout.ts'
import { registerOpenidConfiguration } from './endpoints/openid-configuration.ts'
import { registerOtp } from './endpoints/otp.ts'
import { registerPasskeyAuthentication } from './endpoints/passkey-authentication.ts'
import { registerPasskeyRegistration } from './endpoints/passkey-registration.ts'
import { registerPasskeys } from './endpoints/passkeys.ts'
import { registerReauthenticate } from './endpoints/reauthenticate.ts'
import { registerRecover } from './endpoints/recover.ts'
import { registerResend } from './endpoints/resend.ts'
import { registerSamlAcs } from './endpoints/saml-acs.ts'
import { registerSamlMetadata } from './endpoints/saml-metadata.ts'
import { registerSettings } from './endpoints/settings.ts'
import { registerSignup } from './endpoints/signup.ts'
import { registerSso } from './endpoints/sso.ts'
import { registerToken } from './endpoints/token.ts'
import { registerUser } from './endpoints/user.ts'
import { registerVerifyLink } from './endpoints/verify-link.ts'
import { registerVerify } from './endpoints/verify.ts'

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
