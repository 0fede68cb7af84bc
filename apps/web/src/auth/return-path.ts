const HERE = 'https://pitboard.invalid'

/**
 * Where to go after signing in: a path of this site, or '' for everything else, so that a link to
 * the login can't lead to a stranger's site. The login itself would lead nowhere.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return ''
  const url = URL.parse(wanted, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//') || url.pathname === '/login') return ''
  return url.pathname + url.search + url.hash
}
