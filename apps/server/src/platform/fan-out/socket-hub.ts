import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import type { Log } from '../diagnostics/log.ts'
import { createFrameWriter, type FrameWriter } from './frame-writer.ts'
import {
  clientOf,
  createFrame,
  createFrameReader,
  FrameType,
  idOf,
  setClient,
  subjectOf,
  typeOf,
} from './socket-frames.ts'
import { checkPattern, checkSubject, wildcardOf } from './subjects.ts'

export interface HubStats {
  /** Counts the servers that are connected now. */
  readonly members: number
  /** Counts frames that were passed on, once for each receiver, and their bytes. */
  readonly messages: number
  readonly bytes: number
  /** Counts connections that were closed: the server did not read, or sent what is not a frame. */
  readonly slow: number
  readonly broken: number
}

/** Passes on messages between servers on one machine. It has to listen before they connect. */
export interface FanOutHub {
  readonly stats: HubStats
  close(): Promise<void>
}

interface Client {
  readonly number: number
  readonly socket: Socket
  readonly writer: FrameWriter
  readonly patterns: Set<string>
  readonly subjects: Set<string>
}

const CLIENTS_MAX = 1_024
/** A server that has not read this much loses its connection: it connects again and reads the state. */
const WAITING_BYTES_MAX = 16 * 2 ** 20
/** One server may have this many patterns and subjects. */
const INTERESTS_MAX = 200_000
const SOCKET_MODE = 0o600

/** `path` is in a run folder, which only our account may enter. */
export async function createFanOutHub({
  path,
  log,
}: {
  readonly path: string
  readonly log: Log
}): Promise<FanOutHub> {
  const stats = { members: 0, messages: 0, bytes: 0, slow: 0, broken: 0 }
  const clients = new Map<number, Client>()
  const subscribers = createInterests()
  const responders = createInterests()
  let lastNumber = 0

  function add(socket: Socket): void {
    const client: Client = {
      number: ++lastNumber,
      socket,
      writer: createFrameWriter(socket),
      patterns: new Set(),
      subjects: new Set(),
    }
    clients.set(client.number, client)
    stats.members = clients.size
    const read = createFrameReader((frame) => {
      if (!socket.destroyed) receive(client, frame)
    })
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch (error) {
        stats.broken++
        log.error({ err: error }, 'a server sent what is not a frame: its connection is closed')
        socket.destroy()
      }
    })
    socket.on('error', (error) => log.debug({ err: error }, 'a server’s connection failed'))
    socket.once('close', () => remove(client))
  }

  function remove(client: Client): void {
    clients.delete(client.number)
    stats.members = clients.size
    for (const pattern of client.patterns) subscribers.remove(pattern, client)
    for (const subject of client.subjects) responders.remove(subject, client)
  }

  function receive(client: Client, frame: Buffer): void {
    switch (typeOf(frame)) {
      case FrameType.message:
        return publish(client, frame)
      case FrameType.request:
        return passRequest(client, frame)
      case FrameType.answer:
      case FrameType.failure:
        return send(clients.get(clientOf(frame)), frame)
      case FrameType.subscribe:
        return addInterest(client, client.patterns, subscribers, checkPattern(subjectOf(frame)))
      case FrameType.unsubscribe:
        return removeInterest(client, client.patterns, subscribers, subjectOf(frame))
      case FrameType.respond:
        return addInterest(client, client.subjects, responders, checkSubject(subjectOf(frame)))
      case FrameType.endRespond:
        return removeInterest(client, client.subjects, responders, subjectOf(frame))
      default:
        throw new RangeError(`A frame has the type ${typeOf(frame)}.`)
    }
  }

  function publish(client: Client, frame: Buffer): void {
    const subject = checkSubject(subjectOf(frame))
    const exact = subscribers.of(subject)
    for (const other of exact) if (other !== client) send(other, frame)
    const wildcard = wildcardOf(subject)
    if (wildcard === null) return
    for (const other of subscribers.of(wildcard)) {
      // A server with both gets the message once, and finds both.
      if (other !== client && !exact.has(other)) send(other, frame)
    }
  }

  function passRequest(client: Client, frame: Buffer): void {
    const subject = checkSubject(subjectOf(frame))
    const responder = [...responders.of(subject)].findLast((other) => other !== client)
    if (responder) {
      setClient(frame, client.number)
      send(responder, frame)
    } else send(client, createFrame(FrameType.failure, subject, undefined, { id: idOf(frame) }))
  }

  function send(client: Client | undefined, frame: Buffer): void {
    if (!client || client.socket.destroyed) return
    if (client.writer.waitingBytes() + frame.length > WAITING_BYTES_MAX) {
      stats.slow++
      log.warn('a server does not read its messages: its connection is closed')
      client.socket.destroy()
    } else {
      stats.messages++
      stats.bytes += frame.length
      client.writer.write(frame)
    }
  }

  // A hub that was killed leaves its socket.
  await rm(path, { force: true })
  const server = createServer(add)
  server.maxConnections = CLIENTS_MAX
  server.on('error', (error) => log.error({ err: error }, 'the fan-out hub failed'))
  server.listen(path)
  await once(server, 'listening')
  // Before this only the private folder protects it.
  if (process.platform !== 'win32') await chmod(path, SOCKET_MODE)

  return {
    stats,
    async close() {
      if (!server.listening) return
      server.close()
      for (const { socket } of clients.values()) socket.destroy()
      await once(server, 'close')
    },
  }
}

function addInterest(
  client: Client,
  own: Set<string>,
  interests: Interests,
  subject: string,
): void {
  if (own.size >= INTERESTS_MAX) throw new RangeError('A server has too many subscriptions.')
  own.add(subject)
  interests.add(subject, client)
}

function removeInterest(
  client: Client,
  own: Set<string>,
  interests: Interests,
  subject: string,
): void {
  own.delete(subject)
  interests.remove(subject, client)
}

type Interests = ReturnType<typeof createInterests>

const NOBODY: ReadonlySet<Client> = new Set()

/** Finds clients by subject or pattern. */
function createInterests() {
  const clients = new Map<string, Set<Client>>()
  return {
    of: (subject: string): ReadonlySet<Client> => clients.get(subject) ?? NOBODY,
    add(subject: string, client: Client): void {
      const interested = clients.get(subject)
      if (interested) interested.add(client)
      else clients.set(subject, new Set([client]))
    },
    remove(subject: string, client: Client): void {
      const interested = clients.get(subject)
      if (interested?.delete(client) && interested.size === 0) clients.delete(subject)
    },
  }
}
