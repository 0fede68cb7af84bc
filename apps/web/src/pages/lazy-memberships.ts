import { loadNamespace } from '../messages/language.ts'
import { lazyPart } from '../ui/states/lazy-part.tsx'

/** Most users have neither roles nor invitations: their pages do not wait for the code. */
async function loadParts() {
  const code = import('../features/leagues/own-memberships.tsx')
  const [parts] = await Promise.all([code, loadNamespace('members')])
  return parts
}

export const OwnInvitations = lazyPart(async () => (await loadParts()).OwnInvitations, {
  fallback: null,
})

export const MembershipList = lazyPart(async () => (await loadParts()).MembershipList, {
  fallback: null,
})
