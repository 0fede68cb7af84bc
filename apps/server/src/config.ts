import { resolve } from 'node:path'

export interface PortRange {
  readonly first: number
  readonly last: number
}

export interface Config {
  readonly port: number
  readonly host: string
  /** Null: `http://localhost:` and the port that the server listens on. */
  readonly publicUrl: string | null
  readonly dataDir: string
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  readonly ingestTcpPort: number
  /** Zeros: the system chooses a free port for each lease. */
  readonly ingestUdpPorts: PortRange
  /** Null: where `npm run build:recorder` puts them. */
  readonly downloadsDir: string | null
  readonly communityChatUrl: string | null
  readonly operatorName: string | null
  /** Its lines separated by line feeds. */
  readonly operatorAddress: string | null
  readonly operatorEmail: string | null
  /** Null: one that is generated into `dataDir` at the first start. */
  readonly authJwtSecret: string | null
  /** A file with JWKs. */
  readonly authJwtKeys: string | null
  /** Null: derived from the secret. */
  readonly authAnonKey: string | null
  readonly authServiceKey: string | null
  /** An outside service that takes the place of ours, without a slash at the end. */
  readonly authUrl: string | null
  readonly authAutoconfirm: boolean
  readonly logLevel: LogLevel
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

interface Variable<T> {
  readonly fallback: string
  readonly expects: string
  /** Its value is never shown, not even a wrong one. */
  readonly isSecret?: true
  /** Undefined where the text is not what is expected. */
  readonly read: (text: string) => T | undefined
}

const PORT_TEXT = 'a port number from 0 to 65535 (0: any free port)'

/** Every variable there is; docs/configuration.md explains the same ones. */
export const VARIABLES = {
  PORT: { fallback: '8080', expects: PORT_TEXT, read: readPort },
  HOST: { fallback: '127.0.0.1', expects: 'an address or host name to listen on', read: readHost },
  PUBLIC_URL: {
    fallback: '',
    expects: 'an http or https URL without a path, such as https://pitboard.example',
    read: readOrigin,
  },
  DATA_DIR: { fallback: './data', expects: 'a folder', read: (text) => resolve(text) },
  DATABASE_URL: {
    fallback: '',
    expects: 'a PostgreSQL URL, such as postgres://user:password@host:5432/pitboard',
    read: readDatabaseUrl,
  },
  INGEST_TCP_PORT: { fallback: '20790', expects: PORT_TEXT, read: readPort },
  INGEST_UDP_PORTS: {
    fallback: '20800-20899',
    expects: 'a range of ports such as 20800-20899, or 0 for any free ports',
    read: readPortRange,
  },
  DOWNLOADS_DIR: {
    fallback: '',
    expects: 'a folder',
    read: (text) => (text === '' ? null : resolve(text)),
  },
  COMMUNITY_CHAT_URL: {
    fallback: '',
    expects: 'an http or https URL, such as https://chat.example/invite',
    read: readWebAddress,
  },
  OPERATOR_NAME: {
    fallback: '',
    expects: 'one line of at most 200 characters',
    read: (text) => readLines(text, { linesMax: 1, charactersMax: 200 }),
  },
  OPERATOR_ADDRESS: {
    fallback: '',
    expects: 'at most 8 lines (separated by line feeds, \\n or semicolons) and 500 characters',
    read: (text) => readLines(text, { linesMax: 8, charactersMax: 500 }),
  },
  OPERATOR_EMAIL: { fallback: '', expects: 'an e-mail address', read: readEmail },
  AUTH_JWT_SECRET: {
    fallback: '',
    expects: 'at least 32 characters',
    isSecret: true,
    read: (text) => (text === '' ? null : text.length >= 32 ? text : undefined),
  },
  AUTH_JWT_KEYS: {
    fallback: '',
    expects: 'a file',
    read: (text) => (text === '' ? null : resolve(text)),
  },
  AUTH_ANON_KEY: { fallback: '', expects: 'a key', read: readOptional },
  AUTH_SERVICE_KEY: { fallback: '', expects: 'a key', read: readOptional },
  AUTH_URL: {
    fallback: '',
    expects: 'an http or https URL, such as https://auth.example/auth/v1',
    read: (text) => readWebAddress(text.replace(/\/+$/, '')),
  },
  AUTH_AUTOCONFIRM: { fallback: 'false', expects: 'true or false', read: readSwitch },
  LOG_LEVEL: {
    fallback: 'info',
    expects: `one of ${LOG_LEVELS.join(', ')}`,
    read: (text) => LOG_LEVELS.find((level) => level === text),
  },
} satisfies Record<string, Variable<unknown>>

export type Environment = Readonly<Record<string, string | undefined>>

/** Throws a `ConfigError` that names every wrong variable and what it expects. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  // An empty value counts as unset: that is how compose files and shells leave a variable out.
  function read<T>(name: string, variable: Variable<T>): T | undefined {
    const text = env[name]?.trim() || variable.fallback
    const value = variable.read(text)
    if (value === undefined) {
      const shown = variable.isSecret ? '' : `, not "${text}"`
      problems.push(`${name} must be ${variable.expects}${shown}.`)
    }
    return value
  }
  const config = {
    port: read('PORT', VARIABLES.PORT),
    host: read('HOST', VARIABLES.HOST),
    publicUrl: read('PUBLIC_URL', VARIABLES.PUBLIC_URL),
    dataDir: read('DATA_DIR', VARIABLES.DATA_DIR),
    databaseUrl: read('DATABASE_URL', VARIABLES.DATABASE_URL),
    ingestTcpPort: read('INGEST_TCP_PORT', VARIABLES.INGEST_TCP_PORT),
    ingestUdpPorts: read('INGEST_UDP_PORTS', VARIABLES.INGEST_UDP_PORTS),
    downloadsDir: read('DOWNLOADS_DIR', VARIABLES.DOWNLOADS_DIR),
    communityChatUrl: read('COMMUNITY_CHAT_URL', VARIABLES.COMMUNITY_CHAT_URL),
    operatorName: read('OPERATOR_NAME', VARIABLES.OPERATOR_NAME),
    operatorAddress: read('OPERATOR_ADDRESS', VARIABLES.OPERATOR_ADDRESS),
    operatorEmail: read('OPERATOR_EMAIL', VARIABLES.OPERATOR_EMAIL),
    authJwtSecret: read('AUTH_JWT_SECRET', VARIABLES.AUTH_JWT_SECRET),
    authJwtKeys: read('AUTH_JWT_KEYS', VARIABLES.AUTH_JWT_KEYS),
    authAnonKey: read('AUTH_ANON_KEY', VARIABLES.AUTH_ANON_KEY),
    authServiceKey: read('AUTH_SERVICE_KEY', VARIABLES.AUTH_SERVICE_KEY),
    authUrl: read('AUTH_URL', VARIABLES.AUTH_URL),
    authAutoconfirm: read('AUTH_AUTOCONFIRM', VARIABLES.AUTH_AUTOCONFIRM),
    logLevel: read('LOG_LEVEL', VARIABLES.LOG_LEVEL),
  }
  if (!isComplete(config)) throw new ConfigError(problems)
  return config
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

function isComplete<T extends object>(config: T): config is T & Defined<T> {
  return Object.values(config).every((value) => value !== undefined)
}

function readOptional(text: string): string | null {
  return text === '' ? null : text
}

function readSwitch(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

function readPort(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return undefined
  const port = Number(text)
  return port <= 65_535 ? port : undefined
}

function readHost(text: string): string | undefined {
  // The name has two addresses; a second listener would not take WebSockets.
  if (text === 'localhost') return '127.0.0.1'
  return /^[\w.:-]+$/.test(text) ? text : undefined
}

function readPortRange(text: string): PortRange | undefined {
  const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const [first, last] = [readPort(from), readPort(to)]
  if (first === undefined || last === undefined || first > last) return undefined
  return first === 0 && last > 0 ? undefined : { first, last }
}

function readOrigin(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined
}

function readDatabaseUrl(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  return url && ['postgres:', 'postgresql:'].includes(url.protocol) ? text : undefined
}

function readWebAddress(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined
}

function readLines(
  text: string,
  { linesMax, charactersMax }: { linesMax: number; charactersMax: number },
): string | null | undefined {
  if (text === '') return null
  const lines = text.split(/\r?\n|\\n|;/).flatMap((line) => line.trim() || [])
  const joined = lines.join('\n')
  const isAccepted = joined !== '' && lines.length <= linesMax && joined.length <= charactersMax
  return isAccepted ? joined : undefined
}

function readEmail(text: string): string | null | undefined {
  if (text === '') return null
  return /^[^\s@<>"]{1,64}@[^\s@<>"]{1,250}\.[^\s@<>".]{2,}$/.test(text) ? text : undefined
}
