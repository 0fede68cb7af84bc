import { forgetSession, signInService } from './start-session.ts'

/** Ends the sign-in of this browser, whatever the service says to it. */
export async function signOut(): Promise<void> {
  const isDone = await endServiceSession().catch(() => false)
  if (!isDone) forgetSession()
}

async function endServiceSession(): Promise<boolean> {
  const { client } = await signInService()
  const { error } = await client.auth.signOut({ scope: 'local' })
  return error === null
}
