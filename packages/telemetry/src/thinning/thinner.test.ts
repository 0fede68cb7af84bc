import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { frameFields } from '@pitboard/contract/sessions/car-fields'
import { decodeDatagram, readHeader } from '../decode.ts'
import { encodeEvent, encodePacket } from '../encode.ts'
import type { Header } from '../formats/model.ts'
import type { Format } from '../formats/registry.ts'
import type { DeepPartial } from '../layout/writer.ts'
import { createThinner, type Datagram } from './thinner.ts'

type Kind = Parameters<typeof encodePacket>[1]

const NO_CAR = 255

/** Creates a thinner that is fed with packets by their frames, of which there are sixty a second. */
function createStream(format: Format = 2025, rate?: 'full' | 'reduced') {
  const thinner = createThinner(rate)
  let received = 0

  return {
    thinner,
    /** Returns what is stored when this packet arrives, as its kind and frame. */
    push(kind: Kind, frame: number, body: object = {}, known: DeepPartial<Header> = {}): string[] {
      const bytes = encodePacket(format, kind, headerAt(frame, known), body)
      return namesOf(thinner.push(bytes, ++received))
    },
    event(code: 'BUTN' | 'FTLP', frame: number): string[] {
      return namesOf(thinner.push(encodeEvent(format, code, headerAt(frame), {}), ++received))
    },
    /** Returns which of these frames are stored of a packet that says the same in all of them. */
    storedOf(kind: Kind, frames: Iterable<number>, known: DeepPartial<Header> = {}): number[] {
      return [...frames].filter((frame) => this.push(kind, frame, {}, known).length > 0)
    },
    flush: () => namesOf(thinner.flush()),
  }
}

function namesOf(datagrams: readonly Datagram[]): string[] {
  return datagrams.map(({ bytes }) => {
    const read = readHeader(bytes)
    if (read.kind === 'rejected') return read.reason
    return `${read.kind} ${read.header.frameIdentifier}`
  })
}

function* from(first: number, last: number): Generator<number> {
  for (let frame = first; frame <= last; frame++) yield frame
}

function headerAt(frame: number, known: DeepPartial<Header> = {}): DeepPartial<Header> {
  const frames = { frameIdentifier: frame, overallFrameIdentifier: frame }
  // Without a player's car, nothing is made of dropped packets.
  return { sessionUid: 7n, sessionTime: frame / 60, playerCarIndex: NO_CAR, ...frames, ...known }
}

const lap = (currentLapNum: number) => ({ cars: [{}, { currentLapNum }] })

const carsOf = (field: string, value: number) => ({ cars: [{ [field]: 1 }, { [field]: value }] })

function streamWithHeld() {
  const stream = createStream()
  for (const kind of ['lapData', 'motion', 'carStatus'] as const) {
    for (const frame of [600, 601]) stream.push(kind, frame)
  }
  return stream
}

describe('timing, positions and controls', () => {
  for (const kind of ['lapData', 'motion', 'carTelemetry', 'carTelemetry2'] as const) {
    test(`of every sixth frame are stored: ${kind}`, () => {
      const format = kind === 'carTelemetry2' ? 2026 : 2025
      assert.deepEqual(createStream(format).storedOf(kind, from(600, 613)), [600, 606, 612])
    })

    test(`that are late are not: ${kind}`, () => {
      const stream = createStream(kind === 'carTelemetry2' ? 2026 : 2025)
      stream.push(kind, 600)
      assert.deepEqual(stream.push(kind, 600), [])
      assert.deepEqual(stream.push(kind, 540), [], 'a second')
      assert.deepEqual(stream.push(kind, 539), [`${kind} 539`], 'the game was joined again')
    })

    test(`without a frame, after the end, are all stored: ${kind}`, () => {
      const stream = createStream(kind === 'carTelemetry2' ? 2026 : 2025)
      stream.push(kind, 600)
      assert.deepEqual(stream.storedOf(kind, [0, 0], { sessionTime: 10 }), [0, 0])
    })
  }

  test('of one frame are stored together, late ones too', () => {
    const stream = createStream()
    stream.push('lapData', 600)
    assert.deepEqual(stream.push('motion', 600), ['motion 600'])
    assert.deepEqual(stream.push('motion', 601), [])
    stream.push('lapData', 606)
    assert.deepEqual(stream.push('carTelemetry', 605), ['carTelemetry 605'])
    assert.deepEqual(stream.storedOf('lapData', from(607, 612)), [612], 'it moves no rate')
  })

  test('are stored every thirtieth frame while the time stands before the start', () => {
    const still = { sessionTime: 0 }
    assert.deepEqual(createStream().storedOf('motion', from(100, 165), still), [100, 130, 160])
  })

  test('are stored where the time goes back', () => {
    const stream = createStream()
    stream.push('motion', 600)
    assert.deepEqual(stream.push('motion', 601, {}, { sessionTime: 5 }), ['motion 601'])
    assert.deepEqual(stream.push('motion', 602, {}, { sessionTime: 5.05 }), [])
  })

  test('are all stored at the full rate', () => {
    assert.deepEqual(
      createStream(2025, 'full').storedOf('motion', from(600, 603)),
      [600, 601, 602, 603],
    )
  })

  test('of 2022 begin again where the time falls by more than that of a late one', () => {
    for (const kind of ['lapData', 'motion'] as const) {
      const stream = createStream(2022)
      stream.push(kind, 600)
      assert.deepEqual(stream.push(kind, 590, {}, { sessionTime: 9.5 }), [])
      assert.deepEqual(stream.push(kind, 590, {}, { sessionTime: 9.4 }), [`${kind} 590`])
      const later = createStream()
      later.push(kind, 600)
      assert.deepEqual(later.push(kind, 590, {}, { sessionTime: 9 }), [], 'from 2023 frames rise')
    }
  })
})

describe('a change of timing', () => {
  test('is stored with the frame before it, unless that is stored', () => {
    const stream = createStream()
    stream.push('lapData', 600, lap(1))
    assert.deepEqual(stream.push('lapData', 601, lap(2)), ['lapData 601'])
    assert.deepEqual(stream.push('lapData', 602, lap(2)), [])
    assert.deepEqual(stream.push('lapData', 603, lap(3)), ['lapData 602', 'lapData 603'])
  })

  test('is one of a datagram of another size', () => {
    const stream = createStream()
    stream.push('lapData', 600)
    const header = { sessionUid: 7n, sessionTime: 601 / 60, playerCarIndex: NO_CAR }
    const frames = { frameIdentifier: 601, overallFrameIdentifier: 601 }
    const bytes = encodePacket(2026, 'lapData', { ...header, ...frames }, {})
    assert.deepEqual(namesOf(stream.thinner.push(bytes, 9)), ['lapData 601'])
  })

  for (const packet of ['lapData', 'carStatus'] as const) {
    const fields: readonly string[] = frameFields(packet, 'onChange')
    for (const field of fields) {
      test(`is stored at once: ${packet}.${field}`, () => {
        const stream = createStream()
        stream.push(packet, 600, carsOf(field, 1))
        assert.deepEqual(stream.push(packet, 601, carsOf(field, 1)), [])
        assert.ok(stream.push(packet, 602, carsOf(field, 2)).length > 0, 'at the usual rate only')
      })
    }
  }
})

describe('a packet of another kind', () => {
  test('is stored after its period, whatever it says', () => {
    for (const [kind, frames] of [
      ['carStatus', 24],
      ['carDamage', 60],
      ['motionEx', 300],
      ['carSetups', 300],
    ] as const) {
      const stream = createStream()
      assert.deepEqual(stream.storedOf(kind, [600, 600 + frames - 1, 600 + frames]), [
        600,
        600 + frames,
      ])
    }
    const stream = createStream()
    stream.push('carDamage', 600, { cars: [{ floorDamage: 1 }] })
    assert.deepEqual(stream.push('carDamage', 601, { cars: [{ floorDamage: 2 }] }), [])
  })

  test('is stored where the time goes back', () => {
    const stream = createStream()
    stream.push('carDamage', 600)
    assert.deepEqual(stream.push('carDamage', 601, {}, { sessionTime: 9.9 }), ['carDamage 601'])
  })

  test('that says the same again is stored after its period', () => {
    for (const [kind, seconds] of [
      ['sessionHistory', 5],
      ['tyreSets', 30],
      ['lapPositions', 10],
      ['timeTrial', 10],
      ['lobbyInfo', 5],
    ] as const) {
      const frames = [600, 600 + seconds * 60 - 1, 600 + seconds * 60]
      assert.deepEqual(createStream().storedOf(kind, frames), [600, 600 + seconds * 60], kind)
    }
  })

  test('that says something else is stored at once, and for each car by itself', () => {
    const stream = createStream()
    for (const kind of ['sessionHistory', 'tyreSets'] as const) {
      stream.push(kind, 600, { carIdx: 1 })
      assert.deepEqual(stream.push(kind, 601, { carIdx: 2 }), [`${kind} 601`])
      assert.deepEqual(stream.push(kind, 602, { carIdx: 1 }), [])
    }
    stream.push('lobbyInfo', 600, { numPlayers: 1 })
    assert.deepEqual(stream.push('lobbyInfo', 601, { numPlayers: 2 }), ['lobbyInfo 601'])
    stream.push('sessionHistory', 603, { carIdx: 1, numLaps: 1 })
    assert.deepEqual(stream.push('sessionHistory', 604, { carIdx: 1, numLaps: 1 }), [])
  })

  test('of the end is stored if it is a history', () => {
    const stream = createStream()
    stream.push('sessionHistory', 600)
    stream.push('tyreSets', 600)
    assert.equal(stream.push('sessionHistory', 0, {}, { sessionTime: 10 }).length, 1)
    assert.equal(stream.push('tyreSets', 0, {}, { sessionTime: 10 }).length, 0)
  })

  test('is always stored if a session is made of it alone', () => {
    for (const kind of ['session', 'participants', 'finalClassification'] as const) {
      assert.deepEqual(createStream().storedOf(kind, [600, 600, 601]), [600, 600, 601], kind)
    }
  })
})

test('every event is stored but the presses of buttons; what is none of the year is dropped', () => {
  const stream = createStream()
  assert.deepEqual(stream.event('FTLP', 600), ['event 600'])
  assert.deepEqual(stream.event('BUTN', 600), [])
  assert.equal(stream.thinner.dropped, 0)
  const unknown = encodeEvent(2025, 'FTLP', { sessionUid: 7n }, {})
  unknown[29] = 0
  assert.deepEqual(stream.thinner.push(unknown, 1), [])
  assert.equal(stream.thinner.dropped, 1)
})

test('bytes that are not a datagram are dropped and counted', () => {
  const { thinner } = createStream()
  assert.deepEqual(thinner.push(new Uint8Array(100), 0), [])
  assert.deepEqual(thinner.push(new Uint8Array(), 0), [])
  assert.equal(thinner.dropped, 2)
})

describe('what was held back', () => {
  const held = ['motion 601', 'lapData 601', 'carStatus 601']

  test('is stored once at the end of the stream', () => {
    const stream = streamWithHeld()
    assert.deepEqual(stream.flush(), held)
    assert.deepEqual(stream.flush(), [])
    const stored = createStream()
    stored.push('motion', 600)
    assert.deepEqual(stored.flush(), [], 'it is stored already')
  })

  test('is stored before the end of its session, the next one, and the lobby', () => {
    for (const known of [{ sessionTime: 10 }, { sessionUid: 8n }, { sessionUid: 0n }]) {
      const stream = streamWithHeld()
      assert.deepEqual(stream.push('session', 0, {}, known), [...held, 'session 0'])
    }
    const stream = streamWithHeld()
    assert.deepEqual(stream.push('session', 602, {}, { sessionUid: 8n }), [...held, 'session 602'])
    assert.deepEqual(streamWithHeld().push('session', 602), ['session 602'])
  })

  test('of one game stays while another one sends to the same port', () => {
    const stream = createStream()
    const other = { sessionUid: 8n }
    stream.push('session', 600, {}, other)
    for (const frame of [600, 601]) stream.push('motion', frame)
    assert.deepEqual(stream.push('session', 602, {}, other), ['session 602'])
    assert.deepEqual(stream.storedOf('motion', from(600, 606), other), [600, 606])
    assert.deepEqual(stream.storedOf('motion', from(602, 606)), [606], 'each has its own rate')
    assert.deepEqual(stream.push('motion', 601, {}, other), [])
    assert.deepEqual(stream.flush(), [])
  })
})

test('the rates of the last five sessions are remembered, in the order in which they were heard', () => {
  const stream = createStream()
  const storedOf = (uid: bigint, frame: number) =>
    stream.storedOf('motion', [frame], { sessionUid: uid }).length > 0
  for (const uid of [1n, 2n, 3n, 4n]) assert.ok(storedOf(uid, 600))
  assert.ok(!storedOf(1n, 601))
  assert.ok(storedOf(5n, 600))
  assert.ok(storedOf(6n, 600))
  assert.ok(!storedOf(1n, 602), 'it was heard later than 2')
  assert.ok(storedOf(2n, 602), 'it was forgotten')
})

describe('the player’s own car', () => {
  const mine = { playerCarIndex: 1 }
  const cars = [{}, { currentLapNum: 3, lapDistance: 120 }]

  function pushAll(stream: ReturnType<typeof createStream>, frame: number, known = mine): string[] {
    return [
      ...stream.push('lapData', frame, { cars }, known),
      ...stream.push('carTelemetry', frame, { cars: [{}, { speedKmh: 250 }] }, known),
      ...stream.push('motion', frame, { cars: [{}, { worldPositionX: 7 }] }, known),
    ]
  }

  test('is stored of each frame that is not stored as a whole, once the next one begins', () => {
    const stream = createStream()
    assert.deepEqual(pushAll(stream, 600), ['lapData 600', 'carTelemetry 600', 'motion 600'])
    assert.deepEqual(pushAll(stream, 601), [])
    assert.deepEqual(pushAll(stream, 602), ['playerCar 601'])
    const stored = pushAll(stream, 606)
    assert.deepEqual(stored, ['playerCar 602', 'lapData 606', 'carTelemetry 606', 'motion 606'])
    assert.deepEqual(pushAll(stream, 607), [], 'that of 606 is in its own packets')
    assert.deepEqual(stream.flush(), ['playerCar 607', 'motion 607', 'lapData 607'])
  })

  test('has what was received of it, and the time of the last packet', () => {
    const stream = createStream()
    pushAll(stream, 600)
    pushAll(stream, 601)
    const [made] = stream.thinner.flush()
    assert.ok(made)
    assert.equal(made.atMs, 6)
    const packet = decodeDatagram(made.bytes)
    assert.ok(packet.kind === 'playerCar')
    const { carIdx, parts, lapDistance, currentLapNum, speedKmh, worldPositionX } = packet
    assert.deepEqual(
      { carIdx, parts, lapDistance, currentLapNum, speedKmh, worldPositionX },
      {
        carIdx: 1,
        parts: 0b111,
        lapDistance: 120,
        currentLapNum: 3,
        speedKmh: 250,
        worldPositionX: 7,
      },
    )
    assert.equal(packet.header.sessionUid, 7n)
    assert.equal(packet.header.sessionTime, Math.fround(601 / 60))
  })

  test('is not stored without its timing, and not of a player without a car', () => {
    const stream = createStream()
    pushAll(stream, 600)
    stream.push('motion', 601, {}, mine)
    assert.deepEqual(stream.push('motion', 602, {}, mine), [])
    assert.deepEqual(stream.flush(), ['motion 602'])
    for (const [playerCarIndex, isCar] of [
      [21, true],
      [22, false],
    ] as const) {
      const other = createStream()
      const known = { playerCarIndex }
      for (const frame of [600, 601]) other.push('lapData', frame, {}, known)
      assert.equal(other.flush().includes('playerCar 601'), isCar, String(playerCarIndex))
    }
  })

  test('is not made again of a stream that was thinned before', () => {
    const stream = createStream()
    pushAll(stream, 600)
    assert.deepEqual(stream.push('playerCar', 601, { carIdx: 1 }, mine), ['playerCar 601'])
    pushAll(stream, 601)
    assert.deepEqual(pushAll(stream, 602), [])
    pushAll(stream, 541)
    assert.deepEqual(stream.flush().includes('playerCar 602'), true)
  })

  test('of a frame that is late for its own packets is not stored', () => {
    const stream = createStream()
    pushAll(stream, 606)
    assert.deepEqual(stream.push('lapData', 605, { cars }, mine), [])
    assert.deepEqual(stream.flush(), [])
  })
})
