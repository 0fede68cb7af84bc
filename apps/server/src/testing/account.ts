import { randomUUID } from 'node:crypto'
import type { AppContext } from '../context.ts'

export interface TestAccount {
  readonly userId: string
  readonly sessionId: string
  readonly accessToken: string
}

/** Creates a user who has just signed in; the token is valid for an hour. */
export async function openAccount(
  context: AppContext,
  { username = null, lifeSeconds = 3600 }: { username?: string | null; lifeSeconds?: number } = {},
): Promise<TestAccount> {
  const { db } = context
  const [userId, sessionId] = [randomUUID(), randomUUID()]
  await db
    .insertInto('auth.users')
    .values({ id: userId, email: `${userId}@example.com` })
    .execute()
  await db.insertInto('auth.sessions').values({ id: sessionId, user_id: userId }).execute()
  await db.insertInto('user').values({ id: userId, username }).execute()
  const accessToken = await signToken(context, { userId, sessionId, lifeSeconds })
  return { userId, sessionId, accessToken }
}

export async function signToken(
  { keys, now }: AppContext,
  { userId, sessionId, lifeSeconds }: { userId: string; sessionId: string; lifeSeconds: number },
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000)
  return keys.sign({
    sub: userId,
    session_id: sessionId,
    role: 'authenticated',
    aud: 'authenticated',
    aal: 'aal1',
    is_anonymous: false,
    iat,
    exp: iat + lifeSeconds,
  })
}
