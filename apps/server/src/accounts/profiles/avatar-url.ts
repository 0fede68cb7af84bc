const LENGTH_MAX = 1000
const STORED = '/storage/v1/object/public/avatars/'

/** A picture of the user's own folder (null: of anybody's), or one elsewhere that comes over https. */
export function isAvatarUrl(url: string, userId: string | null, publicUrl: string): boolean {
  if (url.length > LENGTH_MAX || !URL.canParse(url, publicUrl)) return false
  const { protocol, origin, pathname, username, password } = new URL(url, publicUrl)
  if (username !== '' || password !== '') return false
  const folder = userId === null ? STORED : `${STORED}${userId}/`
  if (origin === new URL(publicUrl).origin) return pathname.startsWith(folder)
  return protocol === 'https:' && /^https:\/\//i.test(url)
}
