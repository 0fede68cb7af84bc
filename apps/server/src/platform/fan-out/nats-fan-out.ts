import { setTimeout as delay } from 'node:timers/promises'
import { headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Log } from '../diagnostics/log.ts'
import type { Nats } from '../nats/nats-connection.ts'
import { createAnswers } from './answers.ts'
import { ANSWER_WITHIN_MS, type MeasuredFanOut, NoAnswer, PAYLOAD_BYTES_MAX } from './fan-out.ts'
import { createListeners } from './listeners.ts'
import { checkPattern, checkSubject } from './subjects.ts'
import { createSubscribers } from './subscribers.ts'
import { countMessage, createTraffic } from './traffic.ts'

/** NATS may not have taken this much yet; the library's own buffer has no limit. */
const UNCONFIRMED_BYTES_MAX = 16 * 2 ** 20
/** NATS confirms after this many bytes. */
const CONFIRM_BYTES = 256 * 2 ** 10
/** A message has about this many bytes beside its payload. */
const OVERHEAD_BYTES = 64
const CLOSE_MS = 500
const CACHED_SUBJECTS_MAX = 10_000
const FAILED = 'Pitboard-Failed'
const EMPTY = new Uint8Array()

/** Closing it does not close the connection, which others share. */
export function createNatsFanOut(nats: Nats, log: Log): MeasuredFanOut {
  // Messages are apart from requests, so that a request does not wait for those who only listen.
  const messagePrefix = `${nats.prefix}message.`
  const requestPrefix = `${nats.prefix}request.`
  const traffic = createTraffic()
  const subscriptions = new Map<string, Subscription>()
  const responders = new Map<string, Subscription>()
  const resumeListeners = createListeners(log)
  const subscribers = createSubscribers(log, {
    first: (pattern) => openSubscription(pattern),
    last(pattern) {
      subscriptions.get(pattern)?.unsubscribe()
      subscriptions.delete(pattern)
    },
  })
  const answers = createAnswers(log, {
    first: (subject) => openResponder(subject),
    last(subject) {
      const responder = responders.get(subject)
      responders.delete(subject)
      if (responder) void drain(responder)
    },
  })
  const toMessageSubject = createSubjectCache(messagePrefix)
  let attached: NatsConnection | null = null
  let confirmation = createConfirmation()

  function openSubscription(pattern: string): void {
    if (!attached) return
    const isExact = !pattern.endsWith('*')
    const subscription = attached.subscribe(messagePrefix + pattern, {
      callback(error, message) {
        if (error) return logRefusal(error, pattern)
        countMessage(traffic.received, message.data)
        const subject = isExact ? pattern : message.subject.slice(messagePrefix.length)
        subscribers.deliver(pattern, { subject, payload: message.data })
      },
    })
    subscriptions.set(pattern, subscription)
  }

  function openResponder(subject: string): void {
    if (!attached) return
    const subscription = attached.subscribe(requestPrefix + subject, {
      callback(error, message) {
        if (error) return logRefusal(error, subject)
        countMessage(traffic.received, message.data)
        void answerRequest(subject, message)
      },
    })
    responders.set(subject, subscription)
  }

  async function answerRequest(subject: string, message: Msg): Promise<void> {
    const answer = await answers.find(subject, message.data, payloadBytesMax())
    if (!attached || attached.isClosed()) return
    if (answer === null) {
      const failed = headers()
      failed.set(FAILED, 'true')
      message.respond(EMPTY, { headers: failed })
    } else {
      message.respond(answer)
      countMessage(traffic.sent, answer)
    }
  }

  function logRefusal(error: Error, subject: string): void {
    log.error({ reason: error.message, subject }, 'NATS refuses a subscription')
  }

  const payloadBytesMax = () =>
    Math.min(attached?.info?.max_payload ?? PAYLOAD_BYTES_MAX, PAYLOAD_BYTES_MAX)

  /** Counts what is not sent. */
  function canSend(subject: string, payload: Uint8Array): boolean {
    if (payload.length > payloadBytesMax()) {
      traffic.dropped.tooLarge++
      log.error({ subject, bytes: payload.length }, 'a message to other servers is too large')
    } else if (!nats.isConnected() || !attached) traffic.dropped.disconnected++
    else if (confirmation.isFull()) traffic.dropped.full++
    else return true
    return false
  }

  const detach = nats.onConnect((connection) => {
    confirmation = createConfirmation()
    if (connection !== attached) {
      attached = connection
      for (const pattern of subscribers.patterns()) openSubscription(pattern)
      for (const subject of answers.subjects()) openResponder(subject)
    }
    resumeListeners.callAll()
  })

  return {
    traffic,
    publish(subject, payload) {
      const fullSubject = toMessageSubject(subject)
      if (!canSend(subject, payload) || !attached) return
      attached.publish(fullSubject, payload)
      countMessage(traffic.sent, payload)
      confirmation.add(payload.length + OVERHEAD_BYTES, attached)
    },
    subscribe: (pattern, onMessage) => subscribers.add(checkPattern(pattern), onMessage),
    async request(subject, payload, withinMs = ANSWER_WITHIN_MS) {
      checkSubject(subject)
      if (!canSend(subject, payload) || !attached) throw new NoAnswer(subject)
      countMessage(traffic.sent, payload)
      confirmation.add(payload.length + OVERHEAD_BYTES, attached)
      let message
      try {
        message = await attached.request(requestPrefix + subject, payload, { timeout: withinMs })
      } catch {
        throw new NoAnswer(subject)
      }
      countMessage(traffic.received, message.data)
      if (message.headers?.has(FAILED)) throw new NoAnswer(subject)
      return message.data
    },
    respond: (subject, answer) => answers.add(checkSubject(subject), answer),
    onResume: (listener) => resumeListeners.add(listener),
    isConnected: () => nats.isConnected(),
    async close() {
      detach()
      resumeListeners.clear()
      subscribers.clear()
      answers.clear()
      for (const subscription of subscriptions.values()) subscription.unsubscribe()
      subscriptions.clear()
      const drained = Promise.all([...responders.values()].map(drain))
      responders.clear()
      await Promise.race([drained, delay(CLOSE_MS, undefined, { ref: false })])
      attached = null
    },
  }
}

/** Checks and prefixes a subject once for the many messages that it has. */
function createSubjectCache(prefix: string): (subject: string) => string {
  const fullSubjects = new Map<string, string>()
  return (subject) => {
    const known = fullSubjects.get(subject)
    if (known !== undefined) return known
    if (fullSubjects.size >= CACHED_SUBJECTS_MAX) fullSubjects.clear()
    const full = prefix + checkSubject(subject)
    fullSubjects.set(subject, full)
    return full
  }
}

/** Ends a subscription. Requests that reach us before NATS knows it are still refused at once. */
async function drain(subscription: Subscription): Promise<void> {
  if (!subscription.isClosed()) await subscription.drain().catch(() => {})
}

/** Knows how much of what was sent NATS has not confirmed. There is a new one for each connection. */
function createConfirmation() {
  let unconfirmed = 0
  let sinceFlush = 0
  return {
    isFull: () => unconfirmed > UNCONFIRMED_BYTES_MAX,
    add(bytes: number, connection: NatsConnection): void {
      unconfirmed += bytes
      sinceFlush += bytes
      if (sinceFlush < CONFIRM_BYTES) return
      const flushed = sinceFlush
      sinceFlush = 0
      connection.flush().then(
        () => (unconfirmed -= flushed),
        // The connection is interrupted: the next one starts at zero.
        () => {},
      )
    },
  }
}
