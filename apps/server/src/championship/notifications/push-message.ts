import type { PushSubscription } from '@pitboard/contract/notifications/notifications'
import type { AppContext } from '../../context.ts'
import type { OutsidePost } from '../../platform/http/post-outside.ts'
import type { DescribedNotification } from './describe-notification.ts'
import type { PushKeys } from './push-keys.ts'

/** Of a title and a text: push services refuse messages above 4 kB. */
const CHARACTERS_MAX = 500
/** A browser that is offline longer does not show it. */
const TTL_SECONDS = 12 * 3600

/** What the service worker of the web app shows. */
interface PushPayload extends DescribedNotification {
  /** A later message with the same tag replaces the former one. */
  readonly tag: string
}

/** The request to a push service, encrypted for the browser (RFC 8291). Throws for unusable keys. */
export async function createPushRequest(
  { keys, publicUrl }: Pick<AppContext, 'publicUrl'> & { readonly keys: PushKeys },
  { endpoint, p256dh, auth }: PushSubscription,
  { title, text, path, tag }: PushPayload,
): Promise<OutsidePost> {
  const { default: webPush } = await import('web-push')
  const payload = { title: cut(title), text: cut(text), path, tag }
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: contactOf(publicUrl()), ...keys },
      ...{ TTL: TTL_SECONDS, contentEncoding: 'aes128gcm', urgency: 'normal' },
    },
  )
  return { url: endpoint, headers, body: body ?? '' }
}

/** Where push services ask about an installation that misbehaves (RFC 8292). */
function contactOf(publicUrl: string): string {
  const { hostname, protocol } = new URL(publicUrl)
  return protocol === 'https:' ? publicUrl : `mailto:no-reply@${hostname}`
}

function cut(text: string): string {
  return text.length <= CHARACTERS_MAX
    ? text
    : `${text.slice(0, CHARACTERS_MAX - 1).toWellFormed()}…`
}
