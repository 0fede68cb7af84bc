import { signInService } from '../../auth/start-session.ts'
import { saveAvatarUrl } from './save-profile.ts'

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
  // Without the name by which this server was reached: it may have several.
  await saveAvatarUrl(userId, publicUrl.replace(location.origin, ''))
  await removeOthers(userId, path)
}

export async function removeAvatar(userId: string): Promise<void> {
  await saveAvatarUrl(userId, null)
  await removeOthers(userId, null)
}

async function removeOthers(userId: string, kept: string | null): Promise<void> {
  const { data: source } = await signInService()
  const bucket = source.storage.from(BUCKET)
  const { data } = await bucket.list(userId)
  const paths = (data ?? []).map(({ name }) => `${userId}/${name}`).filter((path) => path !== kept)
  if (paths.length > 0) await bucket.remove(paths)
}
