import assert from 'node:assert/strict'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readArguments as readWith } from './arguments.ts'
import { Failure } from './failure.ts'

const user = '0190b3a4-0000-7000-8000-000000000001'
const env = { PITBOARD_SERVER: 'http://localhost:8080/', PITBOARD_USER: user, PITBOARD_KEY: 'k' }
const readArguments = (args: readonly string[], environment: NodeJS.ProcessEnv) =>
  readWith(args, environment, () => null)
const target = { server: 'http://localhost:8080', user, key: 'k' }

test('record listens on 20777 of every address and spools in the home folder', () => {
  assert.deepEqual(readArguments(['record'], env), {
    command: 'record',
    target,
    json: false,
    udp: false,
    listen: { host: '0.0.0.0', port: 20777 },
    forward: [],
    spool: join(homedir(), '.pitboard', 'spool'),
    diskLimitBytes: 5e9,
    continuesWhenRefused: false,
  })
})

test('options win over the environment; --forward may be repeated', () => {
  const args = ['record', '--key', 'other', '--forward', 'localhost:1', '--forward', '10.0.0.1:2']
  const read = readArguments(args, env)
  assert.ok(read.command === 'record')
  assert.equal(read.target.key, 'other')
  assert.deepEqual(read.forward, [
    { host: 'localhost', port: 1 },
    { host: '10.0.0.1', port: 2 },
  ])
})

test('a file path is relative to the folder npm was called in', () => {
  const npm = { ...env, npm_lifecycle_event: 'recorder', INIT_CWD: '/races' }
  const cases: [NodeJS.ProcessEnv, string][] = [
    [npm, '/races/spa.pcap'],
    [env, resolve('spa.pcap')],
  ]
  for (const [environment, file] of cases) {
    const read = readArguments(['replay', 'spa.pcap', '--speed', '2.5'], environment)
    assert.ok(read.command === 'replay')
    assert.equal(read.file, file)
    assert.equal(read.speed, 2.5)
  }
})

test('an error names the mistake', () => {
  const cases: [string[], RegExp][] = [
    [['watch'], /No command watch/],
    [['--json'], /No command given/],
    [['send'], /send takes one file/],
    [['send', 'a', 'b'], /send takes one file/],
    [['record', 'a'], /record takes no file/],
    [['send', 'a', '--user', 'me'], /--user me is not a user's id/],
    [['send', 'a', '--server', 'pitboard'], /--server pitboard is not an address/],
    [['send', 'a', '--server', 'ftp://pitboard'], /is not an address/],
    [['send', 'a', '--listen', '1'], /--listen does not go with send/],
    [['send', 'a', '--udp'], /--udp does not go with send/],
    [['replay', 'a', '--speed', '0'], /--speed 0 is not a speed/],
    [['replay', 'a', '--speed', 'fast'], /--speed fast is not a speed/],
    [['replay', 'a', '--slowly'], /Unknown option '--slowly'/],
    [['record', '--listen', '70000'], /70000 is not a port/],
    [['record', '--forward', 'localhost'], /--forward localhost lacks a port/],
  ]
  for (const [args, message] of cases) {
    assert.throws(
      () => readArguments(args, env),
      (error) => error instanceof Failure && message.test(error.message),
      args.join(' '),
    )
  }
})

test('without a server, a user or a key the error names what is missing and where to find it', () => {
  for (const name of ['server', 'user', 'key']) {
    const without = { ...env, [`PITBOARD_${name.toUpperCase()}`]: '' }
    assert.throws(
      () => readArguments(['record'], without),
      (error) => error instanceof Failure && error.message === `--${name} is missing`,
    )
  }
})

test('a paired recorder needs no user and key, and sends them to its own server alone', () => {
  const paired = { server: 'https://pitboard.example', user, key: 'paired' }
  const readTarget = (...args: string[]) => {
    const found = readWith(['record', ...args], {}, () => paired)
    assert.ok(found.command === 'record')
    return found.target
  }
  assert.deepEqual(readTarget(), paired)
  assert.deepEqual(readTarget('--server', 'https://pitboard.example/'), paired)
  assert.throws(() => readTarget('--server', 'https://other.example'), {
    message: '--user is missing',
  })
  assert.throws(() => readTarget('--key', 'mine'), { message: '--server is missing' })
})
