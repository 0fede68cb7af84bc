import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { insertUser } from '../../accounts/users/queries.ts'
import { randomUUID } from 'node:crypto'
import { TcpLease } from '@pitboard/contract/live/live'
import { RecordedSession } from '@pitboard/contract/sessions/session'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { encodePacket } from '@pitboard/telemetry/encode'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { type Datagram } from '@pitboard/telemetry/decode'
import { Value } from 'typebox/value'
import { connectRecorder } from '../ingest/transports/recorder.fixture.ts'
import type { TestServer } from '../../testing/server.ts'

export const LOBBY_START_MS = Date.UTC(2026, 0, 1, 20)
const FORMAT = 2025
const UID_AT = 7
const PLAYER_CAR_AT = 27

interface Race {
  datagrams(): Iterable<Datagram>
}

/** A view is what one player's game sends of a race that all players of the lobby drive. */
export interface View {
  readonly playerCar: number
  /** Drivers of these cars hide their names from this player and restrict their telemetry. */
  readonly hidden?: readonly number[]
  /** It is set where the game's UID differs from the others'. */
  readonly uid?: bigint
  /** This machine's clock is off by this much. */
  readonly clockMs?: number
  /** The recorder runs in this part of the race, from 0 to 1. */
  readonly from?: number
  readonly to?: number
}

/**
 * Creates a function that returns the races of a file by their seeds; one that several players see is made
 * once.
 */
export function createRaces<R extends Race>(create: (seed: number) => R): (seed: number) => R {
  const races = new Map<number, R>()
  return (seed) => {
    const race = races.get(seed) ?? create(seed)
    races.set(seed, race)
    return race
  }
}

/** Races that several players see are driven once. */
const driven = new WeakMap<Race, readonly Datagram[]>()

function driveOnce(race: Race): readonly Datagram[] {
  const known = driven.get(race)
  if (known) return known
  const sent = [...race.datagrams()]
  driven.set(race, sent)
  return sent
}

/** Returns the datagrams of the race as this player's recorder sends them. */
export function seenBy(race: Race, view: View): Datagram[] {
  const thinner = createThinner()
  const thinned: Datagram[] = []
  const sent = driveOnce(race)
  const { from = 0, to = 1, clockMs = 0 } = view
  for (const { atMs, bytes } of sent.slice(sent.length * from, Math.ceil(sent.length * to))) {
    thinned.push(...thinner.push(asSeen(bytes, view), LOBBY_START_MS + clockMs + atMs))
  }
  return [...thinned, ...thinner.flush()]
}

function asSeen(bytes: Uint8Array, { playerCar, hidden = [], uid }: View): Uint8Array {
  const seen = withHidden(bytes, new Set(hidden))
  const header = new DataView(seen.buffer, seen.byteOffset)
  if (uid !== undefined) header.setBigUint64(UID_AT, uid, true)
  header.setUint8(PLAYER_CAR_AT, playerCar)
  return seen
}

function withHidden(bytes: Uint8Array, hidden: ReadonlySet<number>): Uint8Array {
  if (hidden.size === 0) return bytes.slice()
  const packet = decodeDatagram(bytes)
  if (packet.kind === 'participants') {
    const cars = packet.cars.map((car, index) =>
      hidden.has(index) ? { ...car, name: 'Player', yourTelemetry: 0 } : car,
    )
    return encodePacket(FORMAT, 'participants', packet.header, { ...packet, cars })
  }
  if (packet.kind === 'carStatus') {
    const cars = packet.cars.map((car, index) => (hidden.has(index) ? {} : car))
    return encodePacket(FORMAT, 'carStatus', packet.header, { cars })
  }
  return bytes.slice()
}

export interface Player {
  readonly userId: string
  readonly key: string
}

export async function insertPlayer({ context }: TestServer, username: string): Promise<Player> {
  const { db, newId } = context
  const userId = newId()
  await insertUser(db, { id: userId, username })
  return { userId, key: await insertRecorderKey(db, { id: newId(), userId, name: 'test' }) }
}

/**
 * Sends a recording as a recorder does, and returns the id of its session once it is stored. Halfway, it
 * waits for what others do meanwhile.
 */
export async function sendRecording(
  server: TestServer,
  { userId, key }: Player,
  datagrams: readonly Datagram[],
  halfway: () => Promise<void> = async () => {},
): Promise<string> {
  const url = `${server.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
  const { port, token } = Value.Parse(TcpLease, await (await fetch(url, { method: 'POST' })).json())
  const recorder = await connectRecorder(port)
  await recorder.hello(token, randomUUID())
  for (const [place, { atMs, bytes }] of datagrams.entries()) {
    if (place === datagrams.length >> 1) await halfway()
    await recorder.send({ number: place + 1, atMs, bytes })
  }
  const { sessions } = await recorder.finish(datagrams.length, true)
  recorder.socket.destroy()
  const [session] = sessions
  if (!session || sessions.length > 1) throw new Error(`${sessions.length} sessions`)
  return session.id
}

export async function readSession({ url }: TestServer, id: string): Promise<RecordedSession> {
  const answer = await fetch(`${url}/api/Sessions/${id}`)
  if (!answer.ok) throw new Error(`${answer.status} for ${id}`)
  return Value.Parse(RecordedSession, await answer.json())
}
