import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { suite, test, type TestContext } from 'node:test'
import { Failure, errorCode, errorText } from './failure.ts'
import { createBindFailure, createForwarder, openGameSocket, PortTaken } from './game-socket.ts'
import { freePort } from './testing/free-port.ts'

const HOST = '127.0.0.1'
const ELSEWHERE = { host: HOST, port: 1 }

async function listen(t: TestContext) {
  const socket = createSocket('udp4')
  socket.bind(0, HOST)
  await once(socket, 'listening')
  t.after(() => socket.close())
  return socket
}

suite('the game’s port', () => {
  test('is bound to the address, with a large buffer', async (t) => {
    const port = await freePort()
    const socket = await openGameSocket({ host: HOST, port })
    t.after(() => socket.close())
    assert.partialDeepStrictEqual(socket.address(), { address: HOST, port })
    const usual = await listen(t)
    assert.ok(socket.getRecvBufferSize() >= usual.getRecvBufferSize())
  })

  test('that another program has is a failure of its own', async (t) => {
    const { port } = (await listen(t)).address()
    await assert.rejects(openGameSocket({ host: HOST, port }), (error) => {
      assert.ok(error instanceof PortTaken)
      assert.equal(error.message, `UDP port ${port} is taken by another program`)
      assert.match(error.remedy, /^Stop that program, or let it forward the telemetry/)
      return true
    })
  })

  test('on an address of another machine is a failure', async () => {
    const port = await freePort()
    for (const host of ['192.0.2.1', 'no-such-host.invalid']) {
      await assert.rejects(openGameSocket({ host, port }), (error) => {
        assert.ok(error instanceof Failure && !(error instanceof PortTaken))
        if (errorText(error).includes('cannot be opened')) return true
        assert.equal(error.message, `${host} is not an address of this machine`)
        assert.equal(error.remedy, 'Leave --host out for all of them.')
        return true
      })
    }
  })
})

test('why a port cannot be opened is told with what to do', () => {
  for (const [code, message, remedy] of [
    ['EADDRINUSE', 'UDP port 80 is taken by another program', /^Stop that program/],
    ['EACCES', 'You may not listen on port 80', /^Take a port above 1023/],
    ['EADDRNOTAVAIL', 'name is not an address of this machine', /^Leave --host out/],
    ['ENOTFOUND', 'name is not an address of this machine', /^Leave --host out/],
    ['EINVAL', 'name is not an address of this machine', /^Leave --host out/],
    ['EOTHER', 'Port 80 cannot be opened: why', /^Try another --listen/],
  ] as const) {
    const failure = createBindFailure('name', 80, Object.assign(new Error('why'), { code }))
    assert.equal(failure.message, message)
    assert.match(failure.remedy, remedy)
    assert.equal(failure instanceof PortTaken, code === 'EADDRINUSE')
  }
})

suite('datagrams', () => {
  test('are passed on to every target as they came', async (t) => {
    const targets = [await listen(t), await listen(t)]
    const addresses = targets.map((socket) => ({ host: HOST, port: socket.address().port }))
    const forwarder = await createForwarder(addresses, ELSEWHERE, () => {})
    t.after(() => forwarder.close())
    const arrived = Promise.all(targets.map((socket) => once(socket, 'message')))
    forwarder.forward(new Uint8Array([1, 2, 3]))
    for (const [bytes] of await arrived) assert.deepEqual(bytes, Buffer.from([1, 2, 3]))
  })

  test('go to other targets from then on', async (t) => {
    const [first, second] = [await listen(t), await listen(t)]
    const addressOf = (socket: typeof first) => ({ host: HOST, port: socket.address().port })
    const forwarder = await createForwarder([addressOf(first)], ELSEWHERE, () => {})
    t.after(() => forwarder.close())
    await forwarder.forwardTo([addressOf(second)])
    first.on('message', () => assert.fail('It is no target any more'))
    const arrived = once(second, 'message')
    forwarder.forward(new Uint8Array([1]))
    await arrived
  })

  test('stay with their targets where one of the others cannot be one', async (t) => {
    const target = await listen(t)
    const { port } = target.address()
    const forwarder = await createForwarder([{ host: 'localhost', port }], ELSEWHERE, () => {})
    t.after(() => forwarder.close())
    await assert.rejects(forwarder.forwardTo([{ host: 'no-such-host.invalid', port: 1 }]), {
      message: '--forward no-such-host.invalid has no IPv4 address',
      remedy: 'Check the name.',
    })
    const arrived = once(target, 'message')
    forwarder.forward(new Uint8Array([1]))
    await arrived
  })

  test('that a target does not take are noted once for each target', async (t) => {
    const notes: string[] = []
    let wake: (() => void) | null = null
    const note = (text: string) => {
      notes.push(text)
      wake?.()
    }
    const targets = [1, 2].map((port) => ({ host: HOST, port }))
    const forwarder = await createForwarder(targets, { host: HOST, port: 9 }, note)
    t.after(() => forwarder.close())
    // No datagram can be longer.
    const bytes = new Uint8Array(70_000)
    for (let count = 0; count < 3; count++) forwarder.forward(bytes)
    while (notes.length < 2) await new Promise<void>((resolve) => (wake = resolve))
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(notes.toSorted(), [
      '127.0.0.1:1 takes no datagrams (EMSGSIZE)',
      '127.0.0.1:2 takes no datagrams (EMSGSIZE)',
    ])
  })

  for (const [target, listening, isRefused] of [
    [{ host: '127.0.0.1', port: 5 }, { host: '0.0.0.0', port: 5 }, true],
    [{ host: '127.0.0.9', port: 5 }, { host: '0.0.0.0', port: 5 }, true],
    [{ host: '127.0.0.1', port: 6 }, { host: '0.0.0.0', port: 5 }, false],
    [{ host: '192.0.2.1', port: 5 }, { host: '192.0.2.1', port: 5 }, true],
    [{ host: '192.0.2.2', port: 5 }, { host: '192.0.2.1', port: 5 }, false],
  ] as const) {
    const [to, from] = [target, listening].map(({ host, port }) => `${host}:${port}`)
    test(`from ${from} ${isRefused ? 'never go' : 'may go'} to ${to}`, async () => {
      const forwarding = createForwarder([target], listening, () => {})
      if (isRefused) {
        await assert.rejects(forwarding, {
          message: `--forward ${to} is the port this recorder listens on`,
          remedy: 'Forward to another port.',
        })
      } else (await forwarding).close()
    })
  }
})

suite('the code of an error', () => {
  const coded = Object.assign(new Error('text'), { code: 'EACCES' })
  for (const [what, error, code] of [
    ['of the system', coded, 'EACCES'],
    ['that wraps it', new Error('outer', { cause: coded }), 'EACCES'],
    ['of several, the first', new AggregateError([coded, new Error('other')]), 'EACCES'],
    ['of none of several', new AggregateError([]), null],
    ['without one', new Error('text'), null],
    ['that is a number', Object.assign(new Error('text'), { code: 7 }), null],
    ['that is no error', { code: 'EACCES' }, null],
    ['of a cause that is no error', new Error('outer', { cause: 'EACCES' }), null],
  ] as const) {
    test(`${what}: ${code ?? 'none'}`, () => {
      assert.equal(errorCode(error), code)
    })
  }

  test('is not its text, which every value has', () => {
    assert.equal(errorText(coded), 'text')
    assert.equal(errorText('said'), 'said')
    assert.equal(new Failure('what', 'remedy').name, 'Failure')
  })
})
