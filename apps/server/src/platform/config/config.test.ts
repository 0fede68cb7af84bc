import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { VARIABLES } from './config-variables.ts'
import { ConfigError, readConfig } from './config.ts'

test('docs/configuration.md lists exactly the variables that are read, with their defaults', () => {
  const page = readFileSync(
    new URL('../../../../../docs/configuration.md', import.meta.url),
    'utf8',
  )
  const rows = Array.from(page.matchAll(/^\| `([A-Z\d_]+)` +\| (?:`([^`]*)`)?/gm))
  assert.deepEqual(
    rows.map(([, name]) => name),
    Object.keys(VARIABLES),
  )
  for (const [, name = '', shown] of rows) {
    const variable = Object.entries(VARIABLES).find(([key]) => key === name)?.[1]
    if (variable?.fallback !== '') assert.equal(shown, variable?.fallback, name)
  }
})

test('without any variable the server listens on this machine alone, with everything in ./data', () => {
  assert.deepEqual(readConfig({ PORT: '', HOST: ' ' }), {
    port: 8080,
    host: '127.0.0.1',
    publicUrl: null,
    trustProxy: 0,
    dataDir: resolve('data'),
    databaseUrl: null,
    s3Url: null,
    natsUrl: null,
    journalReplicas: null,
    ingestTcpPort: 20790,
    ingestTcpPublicPort: null,
    ingestTlsCert: null,
    ingestTlsKey: null,
    ingestUdpPorts: { first: 20800, last: 20899 },
    ingestHost: null,
    workers: 1,
    nodeId: null,
    captureUploadMb: 1024,
    backupDir: null,
    backupHours: 24,
    backupKeep: 7,
    captureDays: null,
    captureUserMb: 20_480,
    captureTotalMb: null,
    downloadsDir: null,
    recorderPrograms: 'build',
    communityChatUrl: null,
    operatorName: null,
    operatorAddress: null,
    operatorEmail: null,
    operatorAccounts: [],
    smtpUrl: null,
    mailFrom: null,
    smsWebhookUrl: null,
    smsWebhookSecret: null,
    authJwtSecret: null,
    authJwtSecretBefore: null,
    authJwtKeys: null,
    authAnonKey: null,
    authServiceKey: null,
    authUrl: null,
    authAutoconfirm: false,
    authSignup: true,
    authAnonymous: false,
    authProviders: null,
    authManualLinking: true,
    authSaml: false,
    authRedirectUrls: [],
    authWebauthnRpId: null,
    authWebauthnOrigins: [],
    authTokenSeconds: 3600,
    authPasswordMinLength: 6,
    authPasswordCharacters: [],
    authPwnedUrl: null,
    authReauthentication: true,
    authCurrentPassword: false,
    authCaptchaUrl: null,
    authCaptchaSecret: null,
    authRateLimits: true,
    authMailsPerHour: 200,
    authSmsPerHour: 30,
    writesPerHour: 6_000,
    webhookPrivateHosts: [],
    pushPrivateHosts: [],
    metricsPort: null,
    metricsHost: '127.0.0.1',
    otelExporterOtlpEndpoint: null,
    otelExporterOtlpHeaders: {},
    otelExporterOtlpTimeout: 10_000,
    otelServiceName: 'pitboard',
    otelResourceAttributes: {},
    otelTracesSampler: 'parentbased_always_on',
    otelTracesSamplerArg: 1,
    logLevel: 'info',
  })
})

test('captures of a user have a limit unless the operator wants none', () => {
  const limits = ['none', '', '512'].map(
    (CAPTURE_USER_MB) => readConfig({ CAPTURE_USER_MB }).captureUserMb,
  )
  assert.deepEqual(limits, [null, 20_480, 512])
})

for (const WORKERS of ['0', '65', '-1', 'two', '1.5']) {
  test(`WORKERS=${WORKERS} is refused with what it expects`, () => {
    assert.throws(
      () => readConfig({ WORKERS }),
      /WORKERS must be auto, or a number of processes from 1 to 64, not/,
    )
  })
}

test('a variable may be read from a file, so that a secret is in no environment', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-config-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'database-url')
  const url = 'postgres://pitboard:paddock@db/pitboard'
  writeFileSync(file, `${url}\n`)
  assert.equal(readConfig({ DATABASE_URL_FILE: file }).databaseUrl, url)
  assert.throws(
    () => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: url }),
    (error) => error instanceof ConfigError && !error.message.includes('paddock'),
  )
  assert.throws(() => readConfig({ DATABASE_URL_FILE: folder }), /DATABASE_URL_FILE must be a file/)
})

test('every wrong value is named with what it expects, all at once', () => {
  const wrong = {
    PORT: '80 80',
    HOST: 'a b',
    PUBLIC_URL: 'pitboard.example',
    TRUST_PROXY: 'a proxy',
    DATABASE_URL: 'mysql://localhost/x',
    NATS_URL: 'ws://localhost',
    INGEST_TCP_PORT: '65536',
    INGEST_TCP_PUBLIC_PORT: '0',
    INGEST_UDP_PORTS: '20899-20800',
    COMMUNITY_CHAT_URL: 'javascript:alert(1)',
    OPERATOR_NAME: 'One;Two',
    OPERATOR_ADDRESS: ' ; ;',
    OPERATOR_EMAIL: 'mail at example.org',
    OPERATOR_ACCOUNTS: 'marisol',
    SMTP_URL: 'mail.example',
    MAIL_FROM: 'Pitboard',
    SMS_WEBHOOK_SECRET: 'short',
    AUTH_JWT_SECRET: 'too short',
    AUTH_URL: 'nowhere',
    AUTH_AUTOCONFIRM: 'yes',
    AUTH_REDIRECT_URLS: 'club.example',
    AUTH_TOKEN_SECONDS: '1 h',
    AUTH_PASSWORD_MIN_LENGTH: '5',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key',
    OTEL_RESOURCE_ATTRIBUTES: 'a=%zz',
    OTEL_TRACES_SAMPLER: 'often',
    OTEL_TRACES_SAMPLER_ARG: '1.5',
    LOG_LEVEL: 'loud',
  }
  assert.throws(
    () => readConfig(wrong),
    (error) => {
      assert.ok(error instanceof ConfigError)
      const lines = error.message.split('\n')
      assert.deepEqual(
        lines.map((line) => line.split(' ')[0]),
        Object.keys(wrong),
      )
      assert.equal(
        lines[0],
        'PORT must be a port number from 0 to 65535 (0: any free port), not "80 80".',
      )
      return true
    },
  )
})

/** Visitors see these addresses, and the names of files and of sets of characters. */
const PUBLIC = new Set([
  'PUBLIC_URL',
  'COMMUNITY_CHAT_URL',
  'AUTH_URL',
  'AUTH_REDIRECT_URLS',
  'AUTH_JWT_KEYS',
  'INGEST_TLS_KEY',
  'AUTH_PASSWORD_MIN_LENGTH',
  'AUTH_PASSWORD_CHARACTERS',
  'AUTH_TOKEN_SECONDS',
  'AUTH_CURRENT_PASSWORD',
])

test('every variable that holds a credential, or a URL the server calls, is marked secret', () => {
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const mayHoldOne =
      /SECRET|KEY|PASSWORD|TOKEN|URL|ENDPOINT|HEADERS/.test(name) || /user:/.test(variable.expects)
    const isSecret = 'isSecret' in variable
    assert.equal(isSecret, mayHoldOne && !PUBLIC.has(name), name)
  }
})

test('no message shows the value of a secret variable, nor credentials in any other', () => {
  const values = ['hunter2', 'postgress://pit:hunter2@db.example/x', 'pit:hunter2@db.example']
  for (const [name, variable] of Object.entries(VARIABLES)) {
    for (const value of values) {
      if (!('isSecret' in variable) && !value.includes('@')) continue
      try {
        readConfig({ [name]: value })
      } catch (error) {
        assert.ok(error instanceof ConfigError)
        assert.ok(error.message.startsWith(`${name} must be `), error.message)
        assert.doesNotMatch(error.message, /hunter2/)
      }
    }
  }
})

test('a public URL is an origin', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://a.example/' }).publicUrl, 'https://a.example')
  assert.throws(() => readConfig({ PUBLIC_URL: 'https://a.example/pitboard' }), ConfigError)
})

test('an address takes its lines from line feeds, written-out ones and semicolons', () => {
  for (const text of ['Road 1\n 2345 Town', 'Road 1\\n2345 Town', 'Road 1; 2345 Town;']) {
    assert.equal(readConfig({ OPERATOR_ADDRESS: text }).operatorAddress, 'Road 1\n2345 Town')
  }
})

test('NATS_URL names the servers of one cluster with one set of credentials', () => {
  assert.deepEqual(
    readConfig({ NATS_URL: 'nats://pit:p%40ss:1@a.example, nats://[::1]:42' }).natsUrl,
    {
      servers: ['a.example:4222', '[::1]:42'],
      isEncrypted: false,
      credentials: { user: 'pit', pass: 'p@ss:1' },
    },
  )
  assert.deepEqual(readConfig({ NATS_URL: 'tls://token@a.example:4223/' }).natsUrl, {
    servers: ['a.example:4223'],
    isEncrypted: true,
    credentials: { token: 'token' },
  })
  for (const wrong of [
    'http://a.example',
    'nats://',
    'nats://a.example/path',
    'nats://a.example,tls://b.example',
    'nats://one:1@a.example,nats://two:2@b.example',
    'nats://%zz@a.example',
    'nats://:password@a.example',
    'nats://a.example,',
  ]) {
    assert.throws(() => readConfig({ NATS_URL: wrong }), ConfigError, wrong)
  }
})

test('headers for the collector are pairs, with percent-encoded values', () => {
  const given = ' api-key=a%2Cb=c , tenant = club,'
  assert.deepEqual(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: given }).otelExporterOtlpHeaders, {
    'api-key': 'a,b=c',
    tenant: 'club',
  })
  for (const wrong of ['=x', 'a b=c', 'a=%0d%0ab:c', 'ä=b']) {
    assert.throws(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: wrong }), ConfigError, wrong)
  }
})
