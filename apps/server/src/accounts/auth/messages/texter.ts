import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import type { AppContext } from '../../../context.ts'
import { fetchBounded } from '../../../platform/http/bounded-fetch.ts'
import { AuthError } from '../http/auth-error.ts'
import type { AuthLimits } from '../http/auth-limits.ts'
import type { MessageClaim } from '../http/message-limits.ts'
import { createResponseTiming, UndeliverableError } from './delivery.ts'

export interface TextMessage {
  /** The number is E.164 without the plus. */
  readonly phone: string
  readonly text: string
  readonly channel: 'sms' | 'whatsapp'
}

/** Sends text messages. */
export interface Texter {
  /**
   * Returns the message's id where the provider names one. Throws where it can't be sent, an
   * UndeliverableError where it never can.
   */
  deliver(message: TextMessage): Promise<string | null>
  /** Notes that work of a kind, which began then (`performance.now()`), has sent its message. */
  note(kind: string, startedAtMs: number): void
  /** Takes as long as such work and counts against its limits, so that an answer reveals nothing. */
  pretend(kind: string, startedAtMs: number, claim: MessageClaim): Promise<void>
}

const WITHIN_MS = 8000

/** Returns null where SMS_WEBHOOK_URL is unset. */
export function createTexter(
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  limits: AuthLimits,
): Texter | null {
  const { smsWebhookUrl: url, smsWebhookSecret: secret } = config
  if (url === null) return null
  const pace = createResponseTiming()
  return {
    async deliver({ phone, text, channel }) {
      const body = JSON.stringify({ to: `+${phone}`, text, channel })
      const timestamp = String(Math.floor(now().getTime() / 1000))
      const response = await fetchBounded(
        url,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(secret !== null && signature(secret, timestamp, body)),
          },
          body,
        },
        WITHIN_MS,
      )
      const { status } = response
      if (!response.ok) {
        const message = `the text message webhook answers ${status}`
        const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
        throw isRefusal ? new UndeliverableError(message) : new Error(message)
      }
      return idOf(await response.json().catch(() => null))
    },
    note: pace.note,
    async pretend(kind, startedAtMs, claim) {
      await limits.pretendMessage('sms', claim)
      await pace.match(kind, startedAtMs)
    },
  }
}

/** The receiver computes the same, and refuses old timestamps. */
function signature(secret: string, timestamp: string, body: string) {
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'pitboard-signature': `t=${timestamp},v1=${mac}` }
}

function idOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return null
  return typeof answer.id === 'string' ? answer.id : null
}

export const CHANNEL_FIELD = { channel: Type.Optional(Type.String()) }

/** Returns the channel of a text message. Throws a 400 for an unknown one. */
export function readChannel(text: string | undefined): TextMessage['channel'] {
  if (text === undefined || text === '' || text === 'sms') return 'sms'
  if (text === 'whatsapp') return 'whatsapp'
  throw new AuthError(
    400,
    'validation_failed',
    "Invalid channel, supported values are 'sms' or 'whatsapp'",
  )
}
