import { useAccount } from '../auth/account.ts'
import { lazyPart } from '../ui/states/lazy-part.tsx'

const FollowButton = lazyPart(
  async () => (await import('../features/notifications/follow-button.tsx')).FollowButton,
  { texts: ['notifications'], fallback: null },
)

/** A button to follow a league or season, for signed-in users. */
export function Follow(props: { readonly kind: 'league' | 'season'; readonly id: string }) {
  return useAccount() && <FollowButton {...props} />
}
