import { useAccount } from '../auth/account.ts'
import { lazyPart } from '../ui/states/lazy-part.tsx'

const FollowButton = lazyPart(
  async () => (await import('../features/notifications/follow-button.tsx')).FollowButton,
  { texts: ['notifications'], fallback: null },
)

/** Lets signed-in users follow a league or season by a button. */
export function Follow(props: { readonly kind: 'league' | 'season'; readonly id: string }) {
  return useAccount() && <FollowButton {...props} />
}
