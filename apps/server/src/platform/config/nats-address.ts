export interface NatsAddress {
  /** The list has `host:port` of each server of the cluster. */
  readonly servers: readonly string[]
  readonly isEncrypted: boolean
  readonly credentials: NatsCredentials
}

type NatsCredentials =
  | { readonly user: string; readonly pass: string }
  | { readonly token: string }
  | null

const DEFAULT_PORT = '4222'

/** Reads `nats://user:password@host:4222`, or `tls:`; several servers of a cluster are separated by commas. */
export function readNatsAddress(text: string): NatsAddress | null | undefined {
  if (text === '') return null
  const servers = text.split(',').map((item) => readServer(item.trim()))
  if (!servers.every((server) => server !== undefined)) return undefined
  const encrypted = new Set(servers.map(({ isEncrypted }) => isEncrypted))
  const credentials = new Map(
    servers.flatMap((server) =>
      server.credentials === null ? [] : [[JSON.stringify(server.credentials), server.credentials]],
    ),
  )
  // One connection has one set of credentials, and does not fall back to an unencrypted server.
  if (encrypted.size !== 1 || credentials.size > 1) return undefined
  return {
    servers: servers.map(({ server }) => server),
    isEncrypted: encrypted.has(true),
    credentials: [...credentials.values()][0] ?? null,
  }
}

function readServer(text: string) {
  const url = URL.parse(text)
  if (!url || !['nats:', 'tls:'].includes(url.protocol) || url.hostname === '') return undefined
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return undefined
  const [user, pass] = [decode(url.username), decode(url.password)]
  if (user === undefined || pass === undefined || (user === '' && pass !== '')) return undefined
  return {
    server: `${url.hostname}:${url.port || DEFAULT_PORT}`,
    isEncrypted: url.protocol === 'tls:',
    credentials: readCredentials(user, pass),
  }
}

function readCredentials(user: string, pass: string): NatsCredentials {
  if (user === '') return null
  return pass === '' ? { token: user } : { user, pass }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
