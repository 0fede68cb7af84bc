import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../context.ts'
import { queryText } from '../http/bodies.ts'

const CHARACTERS_MAX = 2048

type Site = Pick<AppContext, 'config' | 'publicUrl'>

/**
 * Returns where the browser goes at the end of a flow: what the request names if it is allowed, else where it comes
 * from if that is, else our own site (PROTOCOL §7.4).
 */
export function redirectTarget(site: Site, request: FastifyRequest, fromBody?: string): string {
  const { redirect_to: header, referer } = request.headers
  const asked = [header, fromBody, queryText(request, 'redirect_to'), referer]
  for (const url of asked) {
    if (typeof url === 'string' && url !== '' && isAllowedRedirect(site, url)) return url
  }
  return site.publicUrl()
}

export function isAllowedRedirect({ config, publicUrl }: Site, text: string): boolean {
  if (text.length > CHARACTERS_MAX) return false
  const url = URL.parse(text)
  // Browsers take a backslash for a slash, and drop characters that are not printable.
  if (!url || /[\\\p{Cc}\s]/u.test(text) || url.username !== '' || url.password !== '') return false
  if (isOwn(url, new URL(publicUrl()))) return true
  if (isLoopback(url)) return true
  if (isIP(bare(url.hostname)) !== 0) return false
  return config.authRedirectUrls.some((pattern) =>
    formsOf(url).some((form) => matchesGlob(pattern, form)),
  )
}

/** Returns the address as the browser will understand it, so that no text can look like another host. */
function formsOf(url: URL): string[] {
  const bareUrl = new URL(url)
  bareUrl.hash = ''
  const { href } = bareUrl
  return url.pathname === '/' && url.search === '' ? [href, href.replace(/\/$/, '')] : [href]
}

function isOwn(url: URL, own: URL): boolean {
  if (url.protocol !== own.protocol || url.hostname !== own.hostname) return false
  return url.port === own.port || own.hostname === 'localhost'
}

/** A program on the visitor's own machine listens there. */
function isLoopback({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false
  const address = bare(hostname)
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/**
 * `*` stays within what stands between dots and slashes, `**` crosses them, `?` is one character of
 * it. Takes time in proportion to pattern × text for every input.
 */
function matchesGlob(pattern: string, text: string): boolean {
  const signs = pattern.match(/\*\*|[^]/gu) ?? []
  // The text so far can stand for these numbers of signs of the pattern.
  let reached = withStarsSkipped(signs, [0])
  for (const character of text) {
    const isBoundary = character === '.' || character === '/'
    const next = [...reached].flatMap((at) => {
      const sign = signs[at]
      if (sign === '**' || (sign === '*' && !isBoundary)) return [at]
      return sign === character || (sign === '?' && !isBoundary) ? [at + 1] : []
    })
    reached = withStarsSkipped(signs, next)
  }
  return reached.has(signs.length)
}

/** A star may also stand for nothing. */
function withStarsSkipped(signs: readonly string[], reached: readonly number[]): Set<number> {
  const all = new Set(reached)
  for (const at of all) if (signs[at] === '*' || signs[at] === '**') all.add(at + 1)
  return all
}
