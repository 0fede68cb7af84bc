import type { AppContext } from '../../../context.ts'
import { createAuthLimits, type AuthLimits } from '../http/auth-limits.ts'
import { type KeyPair, openKeyPair } from '../keys/saml-key-pair.ts'
import { createMailer, type Mailer } from '../messages/mailer.ts'
import { createOutbox, type Outbox } from '../messages/outbox.ts'
import { createTexter, type Texter } from '../messages/texter.ts'
import { openProviders, type Providers } from '../providers/open-providers.ts'
import { noteFailedMessage } from './failed-message.ts'
import { createHasher, type Hasher } from './password-hasher.ts'

/** The endpoints of /auth/v1 depend on this. */
export interface AuthContext extends AppContext {
  readonly limits: AuthLimits
  readonly mailer: Mailer
  /** It is null where no text messages can be sent. */
  readonly texter: Texter | null
  readonly hasher: Hasher
  /** Users can sign in with these other services. */
  readonly providers: Providers
  /** It is null without single sign-on. */
  readonly samlKeys: KeyPair | null
  readonly outbox: Outbox
}

export async function createAuthContext(context: AppContext): Promise<AuthContext> {
  const { config, db, keys } = context
  const limits = createAuthLimits(context)
  const mailer = createMailer(context, limits)
  const texter = createTexter(context, limits)
  return {
    ...context,
    limits,
    mailer,
    texter,
    outbox: createOutbox(context, {
      mailer,
      texter,
      noteFailed: (failed) => noteFailedMessage(context, failed),
    }),
    hasher: createHasher(),
    providers: openProviders(context),
    samlKeys: config.authSaml ? await openKeyPair(db, keys, config.dataDir) : null,
  }
}

export const AUTH_PATH = '/auth/v1'

/** Returns where clients and mails reach it, without a slash at the end; it is the issuer of its tokens as well. */
export function authBaseUrl({ publicUrl }: Pick<AppContext, 'publicUrl'>): string {
  return publicUrl() + AUTH_PATH
}
