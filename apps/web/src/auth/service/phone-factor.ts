import { signInService } from '../start-session.ts'

/** Sends a code to the phone of a factor; the answer goes with the code that is typed. */
export async function sendSmsCode(factorId: string): Promise<string> {
  const { client } = await signInService()
  const { data, error } = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
  if (error) throw error
  return data.id
}

/** Shows the code that came. Throws what the service answers. */
export async function verifySmsCode(
  factorId: string,
  challengeId: string,
  code: string,
): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.mfa.verify({ factorId, challengeId, code })
  if (error) throw error
}
