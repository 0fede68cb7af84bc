import { createHmac } from 'node:crypto'
import type { Announcement } from '@pitboard/contract/leagues/announcement'
import type { WebhookRow } from './announcement-tables.ts'
import { secretBytes } from './webhooks.ts'

const DISCORD_TITLE_MAX = 256
const DISCORD_DESCRIPTION_MAX = 4096
/** It is the colour of the site, for leagues without one of their own. */
const ACCENT = '#e10600'
const WORD_JOINER = '\u2060'

interface ReceiverMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Creates the request to a receiver. Its headers follow Standard Webhooks. */
export function createMessage(
  { kind }: Pick<WebhookRow, 'kind'>,
  content: Announcement,
  { secret, accent, now }: { secret: string | null; accent: string | null; now: Date },
): ReceiverMessage {
  const body = JSON.stringify(kind === 'discord' ? discordMessage(content, accent) : content)
  const headers = { 'content-type': 'application/json', 'user-agent': 'Pitboard' }
  if (kind === 'discord') return { headers, body }
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const identity = { 'webhook-id': content.id, 'webhook-timestamp': timestamp }
  if (secret === null) return { headers: { ...headers, ...identity }, body }
  const signature = createHmac('sha256', secretBytes(secret))
    .update(`${content.id}.${timestamp}.${body}`)
    .digest('base64')
  return { headers: { ...headers, ...identity, 'webhook-signature': `v1,${signature}` }, body }
}

/** Names and reasons are of users: they mention nobody, format nothing and lead nowhere. */
function discordMessage(content: Announcement, accent: string | null) {
  const { title, text, url, pictureUrl, at, event, type } = content
  const startsAt = type === 'eventIn24h' ? event?.startsAt : null
  const when = startsAt && Math.floor(Date.parse(startsAt) / 1000)
  // Discord shows the time in the zone of each reader.
  const description = when ? `<t:${when}:F> (<t:${when}:R>)` : escapeMarkdown(text)
  const embed = {
    title: cut(escapeMarkdown(title), DISCORD_TITLE_MAX),
    description: cut(description, DISCORD_DESCRIPTION_MAX),
    url,
    color: Number.parseInt((accent ?? ACCENT).slice(1), 16),
    timestamp: at,
    ...(pictureUrl !== null && { image: { url: pictureUrl } }),
    footer: { text: cut(content.league.name, DISCORD_TITLE_MAX) },
  }
  return { embeds: [embed], allowed_mentions: { parse: [] } }
}

/**
 * Makes plain text of it. Discord makes links of bare addresses too, and lists of lines that begin with a
 * dash or a number: a mark without width stands between what would make either.
 */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\*_~`|<>[\]()#@]/g, '\\$&')
    .replaceAll('://', `:${WORD_JOINER}//`)
    .replaceAll(/^([ \t]*)([-+]|\d+[.)])(?=[ \t])/gm, `$1${WORD_JOINER}$2`)
}

function cut(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1).toWellFormed()}…`
}
