import { codeOf } from '../../auth/service/error-messages.ts'
import { reloadProfile, signInService } from '../../auth/start-session.ts'

const BUCKET = 'avatars'

/** Puts the picture into the user's own folder, under a new name: no cache shows the old one. */
export async function saveAvatar(userId: string, picture: Blob): Promise<void> {
  const { data: source } = await signInService()
  const bucket = source.storage.from(BUCKET)
  const path = `${userId}/${Date.now()}.jpg`
  const { error } = await bucket.upload(path, picture, {
    contentType: 'image/jpeg',
    cacheControl: '31536000',
  })
  if (error) throw error
  const { publicUrl } = bucket.getPublicUrl(path).data
  // The address is stored without the host by which this server was reached, because it may have several.
  await saveAvatarUrl(userId, publicUrl.replace(location.origin, ''))
  await removeOthers(userId, path)
}

export async function removeAvatar(userId: string): Promise<void> {
  await saveAvatarUrl(userId, null)
  await removeOthers(userId, null)
}

async function removeOthers(userId: string, current: string | null): Promise<void> {
  const { data: source } = await signInService()
  const bucket = source.storage.from(BUCKET)
  const { data } = await bucket.list(userId)
  const paths = (data ?? [])
    .map(({ name }) => `${userId}/${name}`)
    .filter((path) => path !== current)
  if (paths.length > 0) await bucket.remove(paths)
}

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

/** Another device has chosen another name. */
export class NameChanged extends Error {
  override readonly name = 'NameChanged'
}

/**
 * Replaces a name, which is empty for a user without one. Throws `NameChanged`, `NameRefused`, or what the service
 * answers.
 */
export async function saveUsername(
  userId: string,
  username: string,
  replaced: string,
): Promise<void> {
  const { data } = await signInService()
  const profiles = data.from('profiles')
  const { data: saved, error } = await (replaced === ''
    ? profiles.upsert({ id: userId, username }).select('id')
    : profiles.update({ username }).eq('id', userId).eq('username', replaced).select('id'))
  if (error) {
    if (codeOf(error) === '23505') throw new NameRefused('taken')
    const fault = FAULTS.find((rule) => error.message.includes(`username_${rule}`))
    throw fault ? new NameRefused(fault) : new Error(error.message)
  }
  await reloadProfile()
  if (saved.length === 0) throw new NameChanged()
}

async function saveAvatarUrl(userId: string, url: string | null): Promise<void> {
  const { data } = await signInService()
  const { error } = await data.from('profiles').update({ avatar_url: url }).eq('id', userId)
  if (error) throw new Error(error.message)
  await reloadProfile()
}
