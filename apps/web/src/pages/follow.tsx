import { useAccount } from '../auth/account.ts'
import { loadNamespace } from '../messages/language.ts'
import { lazyPart } from '../ui/states/lazy-part.tsx'

const FollowButton = lazyPart(
  async () => {
    const [part] = await Promise.all([
      import('../features/notifications/follow-button.tsx'),
      loadNamespace('notifications'),
    ])
    return part.FollowButton
  },
  { fallback: null },
)

/** A button to follow a league or season, for signed-in users. */
export function Follow(props: { readonly kind: 'league' | 'season'; readonly id: string }) {
  return useAccount() && <FollowButton {...props} />
}
