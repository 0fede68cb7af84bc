import { codeOf } from '../../auth/service/error-messages.ts'
import { reloadProfile, signInService } from '../../auth/start-session.ts'

export type NameFault = 'taken' | 'reserved' | 'length' | 'characters'

/** The name can't be had. */
export class NameRefused extends Error {
  override readonly name = 'NameRefused'
  readonly fault: NameFault

  constructor(fault: NameFault) {
    super(fault)
    this.fault = fault
  }
}

const FAULTS = ['reserved', 'length', 'characters'] as const

/** Throws `NameRefused`, or what the service answers. */
export async function saveUsername(userId: string, username: string): Promise<void> {
  const { data } = await signInService()
  const { error } = await data.from('profiles').upsert({ id: userId, username })
  if (error) {
    if (codeOf(error) === '23505') throw new NameRefused('taken')
    const fault = FAULTS.find((rule) => error.message.includes(`username_${rule}`))
    throw fault ? new NameRefused(fault) : new Error(error.message)
  }
  await reloadProfile()
}

export async function saveAvatarUrl(userId: string, url: string | null): Promise<void> {
  const { data } = await signInService()
  const { error } = await data.from('profiles').update({ avatar_url: url }).eq('id', userId)
  if (error) throw new Error(error.message)
  await reloadProfile()
}
