import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isUuid } from '@pitboard/contract/wire/uuid'
import {
  readEmail,
  readHost,
  readLines,
  readList,
  readMailbox,
  readOptional,
  readOrigin,
  readPort,
  readPortRange,
  readProxies,
  readSwitch,
  readUrlOf,
  readWebAddress,
  readWholeNumber,
  type Read,
} from './config-readers.ts'
import { readNatsAddress } from './nats-address.ts'
import { TRACE_VARIABLES } from './trace-variables.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Variable<T> {
  readonly fallback: string
  readonly expects: string
  /** Its value is never shown, not even a wrong one. */
  readonly isSecret?: true
  readonly read: Read<T>
}

const PORT_TEXT = 'a port number from 0 to 65535 (0: any free port)'
const SWITCH_TEXT = 'true or false'
const WEB_TEXT = 'an http or https URL'

/** These are all variables; docs/configuration.md explains the same ones. */
export const VARIABLES = {
  PORT: { fallback: '8080', expects: PORT_TEXT, read: readPort },
  HOST: { fallback: '127.0.0.1', expects: 'an address or host name to listen on', read: readHost },
  PUBLIC_URL: {
    fallback: '',
    expects: 'an http or https URL without a path, such as https://pitboard.example',
    read: readOrigin,
  },
  TRUST_PROXY: {
    fallback: '0',
    expects:
      'how many proxies stand before the server, or their addresses, such as 10.0.0.0/8,loopback',
    read: readProxies,
  },
  DATA_DIR: { fallback: './data', expects: 'a folder', read: (text) => resolve(text) },
  DATABASE_URL: {
    fallback: '',
    expects: 'a PostgreSQL URL, such as postgres://user:password@host:5432/pitboard',
    isSecret: true,
    read: readUrlOf('postgres:', 'postgresql:'),
  },
  S3_URL: {
    fallback: '',
    expects: 'the address of a bucket, such as https://KEY:SECRET@s3.example/bucket?region=eu-1',
    isSecret: true,
    read: readBucketUrl,
  },
  NATS_URL: {
    fallback: '',
    expects:
      'addresses of NATS servers separated by commas, such as nats://user:password@host:4222, or tls://…',
    isSecret: true,
    read: readNatsAddress,
  },
  JOURNAL_REPLICAS: {
    fallback: '',
    expects: 'a number from 0 to 5',
    read: (text) => (text === '' ? null : readWholeNumber(0, 5)(text)),
  },
  INGEST_TCP_PORT: { fallback: '20790', expects: PORT_TEXT, read: readPort },
  INGEST_TCP_PUBLIC_PORT: {
    fallback: '',
    expects: 'a port from 1 to 65535',
    read: (text) => (text === '' ? null : readWholeNumber(1, 65_535)(text)),
  },
  INGEST_TLS_CERT: { fallback: '', expects: 'a file', read: readPath },
  INGEST_TLS_KEY: { fallback: '', expects: 'a file', read: readPath },
  INGEST_UDP_PORTS: {
    fallback: '20800-20899',
    expects: 'a range of ports such as 20800-20899, or 0 for any free ports',
    read: readPortRange,
  },
  INGEST_HOST: {
    fallback: '',
    expects: 'an address or host name',
    read: (text) => (text === '' ? null : readHost(text)),
  },
  WORKERS: {
    fallback: '1',
    expects: 'auto, or a number of processes from 1 to 64',
    read: readWorkers,
  },
  NODE_ID: {
    fallback: '',
    expects: 'up to 64 letters, digits, dots, dashes and underscores',
    read: (text) => (text === '' ? null : /^[\w.-]{1,64}$/.test(text) ? text : undefined),
  },
  CAPTURE_UPLOAD_MB: {
    fallback: '1024',
    expects: 'a number of megabytes from 1 to 16384',
    read: readWholeNumber(1, 16_384),
  },
  BACKUP_DIR: {
    fallback: '',
    expects: 'a folder',
    read: (text) => (text === '' ? null : resolve(text)),
  },
  BACKUP_HOURS: {
    fallback: '24',
    expects: 'a number of hours from 1 to 8760',
    read: readWholeNumber(1, 8_760),
  },
  BACKUP_KEEP: {
    fallback: '7',
    expects: 'a number of backups from 1 to 1000',
    read: readWholeNumber(1, 1_000),
  },
  CAPTURE_DAYS: {
    fallback: '',
    expects: 'a number of days from 1 to 36500',
    read: readLimit(36_500),
  },
  CAPTURE_USER_MB: {
    fallback: '20480',
    expects: 'a number of megabytes from 1 to 100000000, or none',
    read: (text) => (text === 'none' ? null : readWholeNumber(1, 100_000_000)(text)),
  },
  CAPTURE_TOTAL_MB: {
    fallback: '',
    expects: 'a number of megabytes from 1 to 100000000',
    read: readLimit(100_000_000),
  },
  DOWNLOADS_DIR: { fallback: '', expects: 'a folder', read: readPath },
  RECORDER_PROGRAMS: {
    fallback: 'build',
    expects: 'build or none',
    read: (text) => (text === 'build' || text === 'none' ? text : undefined),
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
  OPERATOR_ACCOUNTS: {
    fallback: '',
    expects: 'e-mail addresses or ids of accounts, separated by commas',
    read: (text) => readAccounts(text.toLowerCase()),
  },
  SMTP_URL: {
    fallback: '',
    expects: 'an SMTP URL, such as smtps://user:password@mail.example:465',
    isSecret: true,
    read: readUrlOf('smtp:', 'smtps:'),
  },
  MAIL_FROM: {
    fallback: '',
    expects: 'an e-mail address, or a name and one: Pitboard <no-reply@club.example>',
    read: readMailbox,
  },
  SMS_WEBHOOK_URL: { fallback: '', expects: WEB_TEXT, isSecret: true, read: readWebAddress },
  SMS_WEBHOOK_SECRET: {
    fallback: '',
    expects: 'at least 16 characters',
    isSecret: true,
    read: (text) => readSecretOf(16, text),
  },
  AUTH_JWT_SECRET: {
    fallback: '',
    expects: 'at least 32 characters',
    isSecret: true,
    read: (text) => readSecretOf(32, text),
  },
  AUTH_JWT_SECRET_BEFORE: {
    fallback: '',
    expects: 'the former secret (at least 32 characters), or its fingerprint (16 characters)',
    isSecret: true,
    read: (text) => readSecretOf(16, text),
  },
  AUTH_JWT_KEYS: { fallback: '', expects: 'a file', read: readPath },
  AUTH_ANON_KEY: { fallback: '', expects: 'a key', isSecret: true, read: readOptional },
  AUTH_SERVICE_KEY: { fallback: '', expects: 'a key', isSecret: true, read: readOptional },
  AUTH_URL: {
    fallback: '',
    expects: 'an http or https URL, such as https://auth.example/auth/v1',
    read: (text) => readWebAddress(text.replace(/(?<!\/)\/+$/, '')),
  },
  AUTH_AUTOCONFIRM: { fallback: 'false', expects: SWITCH_TEXT, read: readSwitch },
  AUTH_SIGNUP: { fallback: 'true', expects: SWITCH_TEXT, read: readSwitch },
  AUTH_ANONYMOUS: { fallback: 'false', expects: SWITCH_TEXT, read: readSwitch },
  AUTH_PROVIDERS: { fallback: '', expects: 'a file', read: readPath },
  AUTH_MANUAL_LINKING: { fallback: 'true', expects: SWITCH_TEXT, read: readSwitch },
  AUTH_SAML: { fallback: 'false', expects: SWITCH_TEXT, read: readSwitch },
  AUTH_REDIRECT_URLS: {
    fallback: '',
    expects:
      'http or https URLs with * and **, such as https://club.example/**, separated by commas',
    read: readList((item) => /^[a-z][a-z\d+.-]*:\/\/[^\s,]+$/i.test(item)),
  },
  AUTH_WEBAUTHN_RP_ID: {
    fallback: '',
    expects: 'a host name, such as pitboard.example',
    read: (text) => (text === '' ? null : /^[a-z\d.-]+$/.test(text) ? text : undefined),
  },
  AUTH_WEBAUTHN_ORIGINS: {
    fallback: '',
    expects: 'origins such as https://app.pitboard.example, separated by commas',
    read: readList((item) => URL.parse(item)?.origin === item),
  },
  AUTH_TOKEN_SECONDS: {
    fallback: '3600',
    expects: 'a number of seconds from 60 to 86400',
    read: readWholeNumber(60, 86_400),
  },
  AUTH_PASSWORD_MIN_LENGTH: {
    fallback: '6',
    expects: 'a number from 6 to 64',
    read: readWholeNumber(6, 64),
  },
  AUTH_PASSWORD_CHARACTERS: {
    fallback: '',
    expects: 'sets of characters separated by colons, such as abc:ABC:0123456789',
    read: (text) => text.split(':').filter((set) => set !== ''),
  },
  AUTH_PWNED_URL: {
    fallback: '',
    expects: 'an http or https URL, such as https://api.pwnedpasswords.com/range/',
    isSecret: true,
    read: readWebAddress,
  },
  AUTH_REAUTHENTICATION: { fallback: 'true', expects: SWITCH_TEXT, read: readSwitch },
  AUTH_CURRENT_PASSWORD: { fallback: 'false', expects: SWITCH_TEXT, read: readSwitch },
  AUTH_CAPTCHA_URL: {
    fallback: '',
    expects:
      'an http or https URL, such as https://challenges.cloudflare.com/turnstile/v0/siteverify',
    isSecret: true,
    read: readWebAddress,
  },
  AUTH_CAPTCHA_SECRET: { fallback: '', expects: 'a secret', isSecret: true, read: readOptional },
  AUTH_RATE_LIMITS: { fallback: 'true', expects: SWITCH_TEXT, read: readSwitch },
  AUTH_MAILS_PER_HOUR: {
    fallback: '200',
    expects: 'a number from 1 to 100000',
    read: readWholeNumber(1, 100_000),
  },
  AUTH_SMS_PER_HOUR: {
    fallback: '30',
    expects: 'a number from 1 to 100000',
    read: readWholeNumber(1, 100_000),
  },
  WRITES_PER_HOUR: {
    fallback: '6000',
    expects: 'a number from 1 to 10000000',
    read: readWholeNumber(1, 10_000_000),
  },
  WEBHOOK_PRIVATE_HOSTS: {
    fallback: '',
    expects: 'host names or addresses separated by commas, such as bot.club.lan,10.0.0.7',
    read: readList((item) => /^[a-z\d.:-]{1,253}$/i.test(item)),
  },
  PUSH_PRIVATE_HOSTS: {
    fallback: '',
    expects: 'host names or addresses separated by commas, such as push.club.lan,10.0.0.7',
    read: readList((item) => /^[a-z\d.:-]{1,253}$/i.test(item)),
  },
  METRICS_PORT: {
    fallback: '',
    expects: PORT_TEXT,
    read: (text) => (text === '' ? null : readPort(text)),
  },
  METRICS_HOST: {
    fallback: '127.0.0.1',
    expects: 'an address or host name to listen on',
    read: readHost,
  },
  ...TRACE_VARIABLES,
  LOG_LEVEL: {
    fallback: 'info',
    expects: `one of ${LOG_LEVELS.join(', ')}`,
    read: (text) => LOG_LEVELS.find((level) => level === text),
  },
} satisfies Record<string, Variable<unknown>>

/** `auto` leaves a core to the supervisor and the database. */
function readWorkers(text: string): number | undefined {
  if (text === 'auto') return Math.min(64, Math.max(1, availableParallelism() - 1))
  return readWholeNumber(1, 64)(text)
}

/** Null stands for no limit. */
function readLimit(max: number): Read<number | null> {
  return (text) => (text === '' ? null : readWholeNumber(1, max)(text))
}

function readBucketUrl(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  // The text is decoded later, and must not fail then.
  if (/%(?![\da-f]{2})/i.test(text)) return undefined
  const isBucket = url && ['http:', 'https:'].includes(url.protocol) && url.pathname.length > 1
  return isBucket && url.username !== '' && url.password !== '' ? text : undefined
}

const readAccounts = readList(
  (item) => isUuid(item) || (item !== '' && readEmail(item) !== undefined),
)

function readPath(text: string): string | null {
  return text === '' ? null : resolve(text)
}

function readSecretOf(charactersMin: number, text: string): string | null | undefined {
  return text.length >= charactersMin ? text : text === '' ? null : undefined
}
