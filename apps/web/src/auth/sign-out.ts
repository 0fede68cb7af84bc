import { forgetSession, signInService } from './start-session.ts'

/** Ends the sign-in of this browser, whatever the service says to it. */
export async function signOut(): Promise<void> {
  await endPush().catch(() => undefined)
  await endServiceSession().catch(() => undefined)
  forgetSession()
}

async function endServiceSession(): Promise<void> {
  const { client } = await signInService()
  await client.auth.signOut({ scope: 'local' })
}

/** The next user of this browser does not see notifications of this one. */
async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
