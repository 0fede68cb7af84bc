import { loadNamespace } from '../messages/language.ts'
import { lazyPart } from '../ui/states/lazy-part.tsx'

/** Most users have neither: their pages do not wait for the code. */
const loadTexts = () => loadNamespace('members')

export const OwnInvitations = lazyPart(
  async () => {
    const part = import('../features/leagues/own-invitations.tsx')
    const [{ OwnInvitations: Part }] = await Promise.all([part, loadTexts()])
    return Part
  },
  { fallback: null },
)

export const MembershipList = lazyPart(
  async () => {
    const part = import('../features/leagues/membership-list.tsx')
    const [{ MembershipList: Part }] = await Promise.all([part, loadTexts()])
    return Part
  },
  { fallback: null },
)
