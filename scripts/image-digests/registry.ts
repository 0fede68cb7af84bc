const HUB = 'https://registry-1.docker.io'
/** The index of all platforms comes first, because its digest fits each machine. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')
const LIMIT_MS = 20_000

/** Finds the digest that a registry has now for a tag of an image such as `postgres` or `dxflrs/garage`. */
export async function findDigest(image: string, tag: string, registry = HUB): Promise<string> {
  const name = image.includes('/') ? image : `library/${image}`
  const url = `${registry}/v2/${name}/manifests/${tag}`
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: MANIFESTS, ...headers },
      signal: AbortSignal.timeout(LIMIT_MS),
    })
  const open = await ask()
  const answer =
    open.status === 401
      ? await ask({
          authorization: `Bearer ${await getToken(open.headers.get('www-authenticate'))}`,
        })
      : open
  const digest = answer.headers.get('docker-content-digest') ?? ''
  if (answer.ok && /^sha256:[0-9a-f]{64}$/.test(digest)) return digest
  throw new Error(`${image}:${tag}: the registry answers ${answer.status} without a digest.`)
}

/** Registries give everybody a token that reads public images. */
async function getToken(challenge: string | null): Promise<string> {
  const terms = new Map(
    Array.from(
      (challenge ?? '').matchAll(/(?<!\w)(\w+)="([^"]*)"/g),
      ([, name = '', value = '']) => [name, value],
    ),
  )
  const url = new URL(terms.get('realm') ?? '')
  for (const name of ['service', 'scope']) url.searchParams.set(name, terms.get(name) ?? '')
  const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) })
  const given: unknown = await answer.json()
  if (typeof given === 'object' && given !== null && 'token' in given) return String(given.token)
  throw new Error(`${url.origin} gives no token (${answer.status}).`)
}
