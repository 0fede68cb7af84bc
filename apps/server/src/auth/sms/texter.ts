import { createHmac } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { AuthError } from '../http/auth-error.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { createPace } from '../mail/pace.ts'

export interface TextMessage {
  /** E.164 without the plus. */
  readonly phone: string
  readonly text: string
  readonly channel: 'sms' | 'whatsapp'
}

/** Whatever sends text messages. */
export interface Texter {
  /** Returns the message's id where the provider tells one. Throws a 422 where it can't be sent. */
  send(message: TextMessage): Promise<string | null>
  /** Work of a kind has sent its message. It began then (`performance.now()`). */
  note(kind: string, startedAtMs: number): void
  /** Takes as long as such work does, and has its limit, so that an answer tells nothing. */
  pretend(kind: string, startedAtMs: number): Promise<void>
}

const WITHIN_MS = 8000

/** Null where SMS_WEBHOOK_URL is unset. */
export function createTexter(
  { config, now, log }: Pick<AppContext, 'config' | 'now' | 'log'>,
  limits: RateLimits,
): Texter | null {
  const { smsWebhookUrl: url, smsWebhookSecret: secret } = config
  if (url === null) return null
  const pace = createPace()
  return {
    async send({ phone, text, channel }) {
      limits.takeMessage('sms')
      const body = JSON.stringify({ to: `+${phone}`, text, channel })
      const timestamp = String(Math.floor(now().getTime() / 1000))
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret !== null && signature(secret, timestamp, body)),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(WITHIN_MS),
      }).catch((error: unknown) => {
        log.warn({ err: error }, 'the text message webhook does not answer')
        return null
      })
      if (!response?.ok) {
        throw new AuthError(422, 'sms_send_failed', 'The text message could not be sent')
      }
      return idOf(await response.json().catch(() => null))
    },
    note: pace.note,
    async pretend(kind, startedAtMs) {
      limits.checkMessage('sms')
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
