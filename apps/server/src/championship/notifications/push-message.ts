import type { PushSubscription } from '@pitboard/contract/notifications/notifications'
import { LRUCache } from 'lru-cache'
import type { getVapidHeaders } from 'web-push'
import type { AppContext } from '../../context.ts'
import type { OutsidePost } from '../../platform/http/post-outside.ts'
import type { DescribedNotification } from './describe-notification.ts'
import { derivePushKeys } from './push-keys.ts'

/** A title and a text have this many together: push services refuse messages above 4 kB. */
const CHARACTERS_MAX = 500
/** A browser that is offline longer does not show it. */
const TTL_SECONDS = 12 * 3600
const ENCODING = 'aes128gcm'
const SERVICES_MAX = 100
const SIGNED_SECONDS = 12 * 3600
/** A signature is made again long before it expires. */
const REUSED_MS = (SIGNED_SECONDS / 2) * 1000

/** The service worker of the web app shows this. */
interface PushPayload extends DescribedNotification {
  /** A later message with the same tag replaces the former one. */
  readonly tag: string
}

interface Signature {
  readonly authorization: string
  readonly untilMs: number
}

/** Makes requests to push services: encrypted for the browser (RFC 8291), signed for the service (RFC 8292). */
export function createPushRequests({
  keys,
  publicUrl,
  now,
}: Pick<AppContext, 'keys' | 'publicUrl' | 'now'>) {
  const { publicKey, privateKey } = derivePushKeys(keys)
  const signatures = new LRUCache<string, Signature>({ max: SERVICES_MAX })

  /** Throws for unusable keys. */
  return async (
    { endpoint, p256dh, auth }: PushSubscription,
    { title, text, path, tag }: PushPayload,
  ): Promise<OutsidePost> => {
    const { default: webPush } = await import('web-push')
    const payload = JSON.stringify({ title: cut(title), text: cut(text), path, tag })
    const { cipherText } = webPush.encrypt(p256dh, auth, payload, ENCODING)
    const headers = {
      authorization: sign(webPush.getVapidHeaders, new URL(endpoint).origin),
      'content-encoding': ENCODING,
      'content-type': 'application/octet-stream',
      ttl: String(TTL_SECONDS),
      urgency: 'normal',
    }
    return { url: endpoint, headers, body: cipherText }
  }

  /** Takes longer than the encryption, so that all messages to a service have the same signature for hours. */
  function sign(createHeaders: typeof getVapidHeaders, origin: string): string {
    const nowMs = now().getTime()
    const known = signatures.get(origin)
    if (known && nowMs < known.untilMs) return known.authorization
    const subject = contactOf(publicUrl())
    const expiresAt = Math.floor(nowMs / 1000) + SIGNED_SECONDS
    const made = createHeaders(origin, subject, publicKey, privateKey, ENCODING, expiresAt)
    const authorization = made.Authorization
    signatures.set(origin, { authorization, untilMs: nowMs + REUSED_MS })
    return authorization
  }
}

/** Returns where push services ask about an installation that misbehaves (RFC 8292). */
function contactOf(publicUrl: string): string {
  const { hostname, protocol } = new URL(publicUrl)
  return protocol === 'https:' ? publicUrl : `mailto:no-reply@${hostname}`
}

function cut(text: string): string {
  return text.length <= CHARACTERS_MAX
    ? text
    : `${text.slice(0, CHARACTERS_MAX - 1).toWellFormed()}…`
}
