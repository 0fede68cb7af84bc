import { createConnection, type Socket } from 'node:net'
import type { Log } from '../diagnostics/log.ts'
import { createAnswers } from './answers.ts'
import { ANSWER_WITHIN_MS, type MeasuredFanOut, NoAnswer, PAYLOAD_BYTES_MAX } from './fan-out.ts'
import { createFrameWriter, type FrameWriter } from './frame-writer.ts'
import { createListeners } from './listeners.ts'
import {
  clientOf,
  createFrame,
  createFrameReader,
  FrameType,
  idOf,
  payloadOf,
  subjectOf,
  typeOf,
} from './socket-frames.ts'
import { checkPattern, checkSubject, wildcardOf } from './subjects.ts'
import { createSubscribers } from './subscribers.ts'
import { countMessage, createTraffic } from './traffic.ts'

const RETRY_MS = 50
const RETRY_JITTER_MS = 100
const CLOSE_MS = 500
const WAITING_BYTES_MAX = 16 * 2 ** 20
const ID_MAX = 2 ** 32 - 1
const EMPTY = new Uint8Array()

interface WaitingRequest {
  readonly resolve: (answer: Uint8Array | null) => void
  readonly timer: NodeJS.Timeout
}

/** Creates a fan-out through the hub that listens on `path`; the hub may come and go. It connects in the background. */
export function createSocketFanOut({
  path,
  log,
}: {
  readonly path: string
  readonly log: Log
}): MeasuredFanOut {
  const traffic = createTraffic()
  const waiting = new Map<number, WaitingRequest>()
  const resumeListeners = createListeners(log)
  let lastId = 0
  let isClosed = false
  let wasConnected = false
  let retry: NodeJS.Timeout | undefined
  let connecting: Socket | null = null
  let hub: { readonly socket: Socket; readonly writer: FrameWriter } | null = null

  const sendControl = (type: number, subject: string) =>
    hub?.writer.write(createFrame(type, subject))
  const subscribers = createSubscribers(log, {
    first: (pattern) => sendControl(FrameType.subscribe, pattern),
    last: (pattern) => sendControl(FrameType.unsubscribe, pattern),
  })
  const answers = createAnswers(log, {
    first: (subject) => sendControl(FrameType.respond, subject),
    last: (subject) => sendControl(FrameType.endRespond, subject),
  })

  function open(): void {
    const socket = createConnection(path)
    connecting = socket
    const read = createFrameReader(receive)
    socket.once('connect', () => connected(socket))
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch (error) {
        log.error({ err: error }, 'the fan-out hub sent what is not a frame')
        socket.destroy()
      }
    })
    socket.on('error', (error) => log.debug({ err: error }, 'the fan-out hub does not answer'))
    socket.once('close', disconnected)
  }

  function connected(socket: Socket): void {
    hub = { socket, writer: createFrameWriter(socket) }
    for (const pattern of subscribers.patterns()) sendControl(FrameType.subscribe, pattern)
    for (const subject of answers.subjects()) sendControl(FrameType.respond, subject)
    if (wasConnected) log.info('the fan-out hub is connected again')
    wasConnected = true
    resumeListeners.callAll()
  }

  function disconnected(): void {
    if (hub && !isClosed) log.warn('the fan-out hub is away: no messages to and from other servers')
    hub = null
    for (const id of waiting.keys()) settle(id, null)
    if (!isClosed) retry = setTimeout(open, RETRY_MS + Math.random() * RETRY_JITTER_MS)
  }

  function receive(frame: Buffer): void {
    const type = typeOf(frame)
    if (type === FrameType.failure) return settle(idOf(frame), null)
    const payload = payloadOf(frame)
    countMessage(traffic.received, payload)
    if (type === FrameType.answer) return settle(idOf(frame), payload)
    const subject = subjectOf(frame)
    if (type === FrameType.message) {
      subscribers.deliver(subject, { subject, payload })
      const wildcard = wildcardOf(subject)
      if (wildcard !== null) subscribers.deliver(wildcard, { subject, payload })
    } else if (type === FrameType.request) {
      void answerRequest(subject, payload, { client: clientOf(frame), id: idOf(frame) })
    }
  }

  async function answerRequest(
    subject: string,
    payload: Uint8Array,
    to: { readonly client: number; readonly id: number },
  ): Promise<void> {
    const from = hub
    const answer = await answers.find(subject, payload, PAYLOAD_BYTES_MAX)
    // After an interruption the numbers mean others.
    if (hub !== from || !hub) return
    if (answer === null) hub.writer.write(createFrame(FrameType.failure, '', EMPTY, to))
    else {
      hub.writer.write(createFrame(FrameType.answer, '', answer, to))
      countMessage(traffic.sent, answer)
    }
  }

  function settle(id: number, answer: Uint8Array | null): void {
    const request = waiting.get(id)
    if (!request) return
    waiting.delete(id)
    clearTimeout(request.timer)
    request.resolve(answer)
  }

  /** Returns whether it was sent; counts what was not. */
  function send(type: number, subject: string, payload: Uint8Array, id = 0): boolean {
    if (payload.length > PAYLOAD_BYTES_MAX) {
      traffic.dropped.tooLarge++
      log.error({ subject, bytes: payload.length }, 'a message to other servers is too large')
    } else if (!hub) traffic.dropped.disconnected++
    else if (hub.writer.waitingBytes() > WAITING_BYTES_MAX) traffic.dropped.full++
    else {
      hub.writer.write(createFrame(type, subject, payload, { id }))
      countMessage(traffic.sent, payload)
      return true
    }
    return false
  }

  async function request(subject: string, payload: Uint8Array, withinMs = ANSWER_WITHIN_MS) {
    checkSubject(subject)
    lastId = lastId === ID_MAX ? 1 : lastId + 1
    const id = lastId
    if (!send(FrameType.request, subject, payload, id)) throw new NoAnswer(subject)
    const answer = await new Promise<Uint8Array | null>((resolve) => {
      waiting.set(id, { resolve, timer: setTimeout(() => settle(id, null), withinMs) })
    })
    if (answer === null) throw new NoAnswer(subject)
    return answer
  }

  open()
  return {
    traffic,
    publish(subject, payload) {
      send(FrameType.message, checkSubject(subject), payload)
    },
    subscribe: (pattern, onMessage) => subscribers.add(checkPattern(pattern), onMessage),
    request,
    respond: (subject, answer) => answers.add(checkSubject(subject), answer),
    onResume: (listener) => resumeListeners.add(listener),
    isConnected: () => hub !== null,
    async close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(retry)
      resumeListeners.clear()
      subscribers.clear()
      for (const subject of answers.subjects()) sendControl(FrameType.endRespond, subject)
      answers.clear()
      if (!hub) return void connecting?.destroy()
      // Once this fails, the hub sends no more requests; those that were under way are refused.
      await request('closing', EMPTY, CLOSE_MS).catch(() => {})
      hub?.socket.destroySoon()
      hub = null
    },
  }
}
