const LENGTH_MAX = 1000
const STORED = '/storage/v1/object/public/avatars/'

/** Nothing, a picture of the user's own folder, or one elsewhere that comes over https. */
export function isAvatarUrl(url: string, userId: string, publicUrl: string): boolean {
  if (url.length > LENGTH_MAX || !URL.canParse(url, publicUrl)) return false
  const { protocol, origin, pathname, username, password } = new URL(url, publicUrl)
  if (username !== '' || password !== '') return false
  if (origin === new URL(publicUrl).origin) return pathname.startsWith(`${STORED}${userId}/`)
  return protocol === 'https:' && /^https:\/\//i.test(url)
}
