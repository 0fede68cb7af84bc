import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { signInService } from '../../auth/start-session.ts'

/** Throws what the service answers: the same for every address. */
export async function sendResetMail(email: string): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: beginSignIn(`${location.origin}/resetPasswordConfirm`),
  })
  if (error) throw error
}
