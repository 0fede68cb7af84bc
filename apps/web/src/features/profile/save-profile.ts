import { codeOf } from '../../auth/error-words.ts'
import { reloadProfile, signInService } from '../../auth/start-session.ts'

/** The name is another's or reserved. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken'
}
/** The name has characters or a length that names don't have. */
export class NameInvalid extends Error {
  override readonly name = 'NameInvalid'
}

/** Throws `NameTaken`, `NameInvalid`, or what the service answers. */
export async function saveUsername(userId: string, username: string): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.from('profiles').upsert({ id: userId, username })
  if (error) {
    const code = codeOf(error)
    if (code === '23505') throw new NameTaken()
    if (code.startsWith('23') || code.startsWith('22')) throw new NameInvalid()
    throw new Error(error.message)
  }
  await reloadProfile()
}

export async function saveAvatarUrl(userId: string, url: string | null): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.from('profiles').update({ avatar_url: url }).eq('id', userId)
  if (error) throw new Error(error.message)
  await reloadProfile()
}
