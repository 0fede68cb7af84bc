import { readCallback } from './callback.ts'
import { startSession } from './start-session.ts'

/**
 * Takes the callback out of the page's address before anything else reads it, so that no token
 * stays in the history, and starts the session.
 */
export function consumeAuthCallback(): void {
  const { callback, href } = readCallback(location.href, new Date())
  if (callback) history.replaceState(history.state, '', pageFor(callback, href))
  startSession(callback)
}

/** The link of a password reset leads to the page for it, wherever else it was sent. */
function pageFor(callback: { readonly kind: string; readonly type?: string | null }, href: string) {
  return callback.kind === 'tokens' && callback.type === 'recovery' ? '/resetPasswordConfirm' : href
}
