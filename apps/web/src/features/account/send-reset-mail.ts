import { codeOf } from '../../auth/error-words.ts'
import { signInService } from '../../auth/start-session.ts'

/** Throws what the service answers, but not what would tell that the address has an account. */
export async function sendResetMail(email: string): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/resetPasswordConfirm`,
  })
  // Only of an address that is known can it be said that its last mail was moments ago.
  if (error && codeOf(error) !== 'over_email_send_rate_limit') throw error
}
