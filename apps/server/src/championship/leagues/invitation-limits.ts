import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Bucket, RateLimit } from '../../platform/limits/rate-limits.ts'

/** A caller may make `burst` calls at once, then `calls` in `seconds`. */
const OF_USER = {
  name: 'invitations of a user',
  calls: 60,
  seconds: 3600,
  burst: 30,
} as const satisfies RateLimit

/** Throws a 429 for a user who has sent many invitations, offers of seasons included. */
export async function checkInvitationRate(
  context: Pick<AppContext, 'rateLimits'>,
  userId: string,
): Promise<void> {
  await checkRate(context, { limit: OF_USER, key: userId })
}

export async function checkRate(
  { rateLimits }: Pick<AppContext, 'rateLimits'>,
  ...buckets: readonly Bucket[]
): Promise<void> {
  const waitSeconds = await rateLimits.take(...buckets)
  if (waitSeconds === 0) return
  const headers = { 'retry-after': String(Math.ceil(waitSeconds)) }
  throw new ApiError(429, 'Too many invitations. Wait a while.', { headers })
}
