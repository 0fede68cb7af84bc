import assert from 'node:assert/strict'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { suite, test } from 'node:test'
import { checkServer, readArguments as readWith, usage } from './arguments.ts'
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

const paired = { server: 'https://pitboard.example', user, key: 'paired' }

test('a paired recorder needs no user and key, and sends them to its own server alone', () => {
  const readTarget = (...args: string[]) => {
    const found = readWith(['record', ...args], {}, () => paired)
    assert.ok(found.command === 'record')
    return found.target
  }
  assert.deepEqual(readTarget(), paired)
  assert.deepEqual(readTarget('--server', 'https://pitboard.example/'), paired)
  assert.throws(() => readTarget('--key', 'mine'), { message: '--server is missing' })
})

test('record without a key is paired first, with the server that is named or that it came from', () => {
  const other = 'https://other.example'
  for (const [args, given, target, known, expected] of [
    [[], { PITBOARD_SERVER: other }, null, null, other],
    [['--server', `${other}/`], {}, null, null, other],
    [['--server', other], {}, paired, null, other],
    [[], {}, null, other, other],
    [[], { PITBOARD_SERVER: '' }, null, other, other],
  ] as const) {
    const found = readWith(
      ['record', ...args, '--listen', '20778'],
      given,
      () => target,
      () => known,
    )
    assert.ok(found.command === 'pairAndRecord')
    assert.deepEqual([found.unpairedServer, found.listen.port], [expected, 20_778])
  }
  assert.throws(() => readArguments(['record'], {}), { message: '--server is missing' })
  const send = () => readWith(['send', 'a'], { PITBOARD_SERVER: other }, () => null)
  assert.throws(send, { message: '--user is missing' })
})

const recordOf = (...args: string[]) => {
  const found = read('record', ...args)
  assert.ok(found.command === 'record')
  return found
}

const read = (...args: string[]) => readArguments(args, env)

const notAsked = () => assert.fail('It is not asked for')

suite('every option', () => {
  test('of record is read', () => {
    const args = ['--listen', '1', '--host', '127.0.0.1', '--spool', 'captures', '--udp', '--json']
    assert.deepEqual(recordOf(...args, '--disk-limit', '0.5', '--forward', 'localhost:65535'), {
      command: 'record',
      target,
      json: true,
      udp: true,
      continuesWhenRefused: false,
      listen: { host: '127.0.0.1', port: 1 },
      spool: resolve('captures'),
      forward: [{ host: 'localhost', port: 65_535 }],
      diskLimitBytes: 5e8,
    })
    assert.equal(recordOf('--disk-limit', 'none').diskLimitBytes, Infinity)
  })

  test('of replay and send is read', () => {
    const file = resolve('spa.pcap')
    const common = { target, file, json: false, udp: false }
    assert.deepEqual(read('replay', 'spa.pcap'), { ...common, command: 'replay', speed: 1 })
    assert.deepEqual(read('replay', 'spa.pcap', '--udp', '--json', '--speed', 'max'), {
      ...common,
      udp: true,
      json: true,
      command: 'replay',
      speed: Infinity,
    })
    assert.deepEqual(read('send', 'spa.pcap'), { ...common, command: 'send', speed: Infinity })
  })

  test('of the page is read, which needs no server; without a command it is the page', () => {
    const app = { command: 'app', openBrowser: true, listenPort: null, inBackground: false }
    assert.deepEqual(readWith([], {}, notAsked), app)
    assert.deepEqual(readWith(['app'], {}, notAsked), app)
    assert.deepEqual(readWith(['app', '--listen', '20778'], {}, notAsked), {
      ...app,
      listenPort: 20_778,
    })
    assert.deepEqual(readWith(['app', '--no-browser'], {}, notAsked), {
      ...app,
      openBrowser: false,
    })
    assert.deepEqual(readWith(['app', '--background'], {}, notAsked), {
      ...app,
      inBackground: true,
    })
  })

  test('help, version and notices are answered whatever else is given', () => {
    for (const args of [['--help'], ['-h'], ['watch', '--help'], ['--help', '--version']]) {
      assert.deepEqual(
        readWith(args, {}, () => null),
        { command: 'help' },
      )
    }
    assert.deepEqual(
      readWith(['record', '--notices'], {}, () => null),
      { command: 'notices' },
    )
    for (const args of [['--version'], ['record', '--version']]) {
      assert.deepEqual(
        readWith(args, {}, () => null),
        { command: 'version' },
      )
    }
  })

  test('goes with its own commands alone', () => {
    const commands = { record: [], replay: ['spa.pcap'], send: ['spa.pcap'], app: [] }
    const allowed: Readonly<Record<string, readonly string[]>> = {
      '--listen=1': ['record', 'app'],
      '--host=127.0.0.1': ['record'],
      '--forward=localhost:1': ['record'],
      '--spool=captures': ['record'],
      '--disk-limit=1': ['record'],
      '--no-browser': ['app'],
      '--speed=1': ['replay'],
      '--udp': ['record', 'replay'],
      '--json': ['record', 'replay', 'send', 'app'],
      '--key=k': ['record', 'replay', 'send', 'app'],
    }
    for (const [option, goesWith] of Object.entries(allowed)) {
      const name = option.split('=')[0] ?? ''
      for (const [command, files] of Object.entries(commands)) {
        const readIt = () => read(command, ...files, option)
        if (goesWith.includes(command)) assert.equal(readIt().command, command)
        else {
          assert.throws(readIt, {
            message: `${name} does not go with ${command}`,
            remedy: `It is for ${goesWith.join(', ')}.`,
          })
        }
      }
    }
  })
})

const isRead = (...args: string[]) => {
  try {
    readArguments(args, env)
    return true
  } catch (error) {
    assert.ok(error instanceof Failure && error.remedy !== '')
    return false
  }
}

const isSpeed = (text: string) => isRead('replay', 'a', `--speed=${text}`)

suite('a number is refused beyond its limits', () => {
  for (const [option, accepted, refused] of [
    ['--listen', ['1', '65535', '00080'], ['0', '65536', '1.5', '-1', '', ' 1', '0x10', '000080']],
    ['--disk-limit', ['none', '0.1', '1000'], ['0', '-1', '', ' ', 'much']],
    ['--forward', ['a:1', '::1:65535'], [':1', 'a', 'a:', 'a:0', 'a:65536', 'a:b', '']],
  ] as const) {
    test(`${option} of record`, () => {
      for (const text of accepted) assert.ok(isRead('record', `${option}=${text}`), text)
      for (const text of refused) assert.ok(!isRead('record', `${option}=${text}`), text)
    })
  }

  test('--speed of replay', () => {
    assert.deepEqual(['max', '0.1', '1000'].map(isSpeed), [true, true, true])
    assert.ok(!['0', '-1', '1000.1', '', ' ', 'Infinity'].some(isSpeed))
  })

  test('with the remedy that belongs to it', () => {
    for (const [args, remedy] of [
      [['record', '--listen=0'], 'Ports go from 1 to 65535; the game sends to 20777.'],
      [['record', '--forward=a'], 'For example: --forward 127.0.0.1:20778'],
      [['record', '--disk-limit=0'], 'A number such as 5, or none.'],
      [['replay', 'a', '--speed=0'], 'A factor such as 1, 2.5 or 20, or max.'],
      [['replay'], 'For example: replay race.pcap'],
      [['record', 'a'], 'See --help.'],
      [['app', 'a'], 'See --help.'],
      [['record', '--slowly'], 'See --help.'],
      [['record', '--user=me'], 'Copy it from the dashboard settings.'],
      [['record', '--server=pitboard'], 'For example: http://localhost:8080'],
      [['watch'], usage],
    ] as const) {
      assert.throws(() => readArguments(args, env), { remedy }, args.join(' '))
    }
    const unpaired = { ...env, PITBOARD_KEY: '' }
    assert.throws(() => readArguments(['record'], unpaired), {
      remedy:
        'Pair the recorder (start it without a command), give --key or set PITBOARD_KEY; the dashboard settings show all three.',
    })
  })
})

test('the address of a server loses the slashes at its end alone', () => {
  for (const [server, read] of [
    ['http://a.example', 'http://a.example'],
    ['https://a.example///', 'https://a.example'],
    ['http://a.example/pit//board/', 'http://a.example/pit//board'],
  ] as const) {
    assert.equal(checkServer(server, 'It'), read)
  }
  for (const server of ['', 'a.example', 'httpx://a', 'xhttp://a', 'file:///a', 'https://']) {
    assert.throws(() => checkServer(server, 'It'), { message: 'It is not an address' })
  }
})

const fileIn = (environment: NodeJS.ProcessEnv) => {
  const found = readArguments(['send', 'spa.pcap'], { ...env, ...environment })
  assert.ok(found.command === 'send')
  return found.file
}

test('a file is looked for where npm was called in only as the recorder’s own script', () => {
  assert.equal(fileIn({ npm_lifecycle_event: 'test', INIT_CWD: '/races' }), resolve('spa.pcap'))
  assert.equal(fileIn({ npm_lifecycle_event: 'recorder' }), resolve('spa.pcap'))
})

test('a user or a key of its own is never completed from the pairing', () => {
  for (const part of [{ PITBOARD_USER: user }, { PITBOARD_KEY: 'k' }]) {
    const environment = { PITBOARD_SERVER: 'https://pitboard.example', ...part }
    assert.throws(() => readWith(['record'], environment, () => paired), /is missing/)
  }
  assert.throws(() => readWith(['record', '--server', 'x'], {}, () => paired), {
    message: '--server x is not an address',
  })
})
