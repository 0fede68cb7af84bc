import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { signInService } from '../../auth/start-session.ts'

/** Sends the confirmation once more. Throws what the service answers. */
export async function sendSignUpMail(email: string, returnTo: string): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: beginSignIn(returnTo) },
  })
  if (error) throw error
}
