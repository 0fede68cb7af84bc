import { randomBytes } from 'node:crypto'
import {
  type Webhook,
  type WebhookCreate,
  WEBHOOKS_MAX,
  type WebhookUpdate,
} from '@pitboard/contract/leagues/webhooks'
import { sql } from 'kysely'
import { openSealedText, sealText } from '../../platform/db/sealed-text.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { WebhookRow } from './announcement-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { isOutsideUrl } from '../../platform/http/outside-address.ts'
import { readName } from '../../platform/http/sanitize-text.ts'
import type { Caller } from '../history/versioned-update.ts'
import { ownedLeagues } from '../leagues/queries.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'keys' | 'newId'>

const SECRET_BYTES = 32
const SHOWN_CHARACTERS = 4

/** Libraries of Standard Webhooks expect it. */
const SECRET_PREFIX = 'whsec_'
const DISCORD_HOST = /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/

export async function listWebhooks(context: Context, leagueId: string): Promise<Webhook[]> {
  const rows = await context.db
    .selectFrom('webhook')
    .selectAll()
    .where('league_id', '=', leagueId)
    .orderBy('id')
    .execute()
  return rows.map((row) => presentWebhook(context, row))
}

/** Throws a 404 for one that is not of the league. */
export async function getWebhook(
  db: Db,
  { leagueId, webhookId }: { readonly leagueId: string; readonly webhookId: string },
): Promise<WebhookRow> {
  const row = await db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', webhookId)
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (!row) throw new ApiError(404, `There is no receiver ${webhookId} in this league.`)
  return row
}

/** Throws a 409 for a league that has enough of them. */
export async function createWebhook(
  context: Context,
  leagueId: string,
  caller: Caller,
  body: WebhookCreate,
): Promise<Webhook> {
  const url = readReceiverUrl(context, body.kind, body.url)
  const secret = body.kind === 'generic' ? makeSecret() : null
  const row = await inTransaction(context.db, async (db) => {
    await sql`select from league where id = ${leagueId} for update`.execute(db)
    await ownedLeagues.getAllowed(db, leagueId, caller, 'editLeague')
    const existing = db.selectFrom('webhook').where('league_id', '=', leagueId)
    if ((await countRows(existing)) >= WEBHOOKS_MAX) {
      throw new ApiError(409, `A league has at most ${WEBHOOKS_MAX} receivers.`)
    }
    return db
      .insertInto('webhook')
      .values({
        id: context.newId(),
        league_id: leagueId,
        kind: body.kind,
        name: readName('/name', body.name),
        language: body.language ?? 'en',
        types: JSON.stringify(body.types),
        url: seal(context, url),
        secret: secret === null ? null : seal(context, secret),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return presentWebhook(context, row, secret)
}

export async function updateWebhook(
  context: Context,
  row: WebhookRow,
  { name, url, types, language, isActive }: WebhookUpdate,
): Promise<Webhook> {
  const values = {
    ...(name !== undefined && { name: readName('/name', name) }),
    ...(url !== undefined && { url: seal(context, readReceiverUrl(context, row.kind, url)) }),
    ...(types !== undefined && { types: JSON.stringify(types) }),
    ...(language !== undefined && { language }),
    ...(isActive !== undefined && {
      state: isActive ? ('active' as const) : ('paused' as const),
      ...(isActive && { failing_since: null, busy_until: sql<Date>`now()` }),
    }),
  }
  if (Object.keys(values).length === 0) return presentWebhook(context, row)
  const changed = await context.db
    .updateTable('webhook')
    .set(values)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return presentWebhook(context, changed)
}

/** Throws a 409 for a receiver that checks no signature. */
export async function renewSecret(context: Context, { id, kind }: WebhookRow): Promise<Webhook> {
  if (kind !== 'generic') throw new ApiError(409, 'Messages to Discord have no signature.')
  const secret = makeSecret()
  const changed = await context.db
    .updateTable('webhook')
    .set({ secret: seal(context, secret) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return presentWebhook(context, changed, secret)
}

/** Returns null if the server's secret has changed since they were stored. */
export function openAddress(context: Pick<AppContext, 'keys'>, { url, secret }: WebhookRow) {
  const key = keyOf(context)
  const opened = openSealedText(key, url)
  const openedSecret = secret && openSealedText(key, secret)
  if (opened === null || (secret !== null && openedSecret === null)) return null
  return { url: opened, secret: openedSecret }
}

function presentWebhook(
  context: Pick<AppContext, 'keys'>,
  row: WebhookRow,
  secret: string | null = null,
): Webhook {
  const address = openAddress(context, row)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    language: row.language,
    types: row.types,
    maskedUrl: address === null ? '' : maskAddress(new URL(address.url)),
    state: row.state,
    failingSince: row.failing_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    secret,
  }
}

/** The whole address is enough to post to it. */
function maskAddress({ host, pathname, search }: URL): string {
  const rest = `${pathname}${search}`
  if (rest === '/') return host
  return rest.length > 4 * SHOWN_CHARACTERS
    ? `${host}/…${rest.slice(-SHOWN_CHARACTERS)}`
    : `${host}/…`
}

function readReceiverUrl(
  { config: { webhookPrivateHosts } }: Pick<AppContext, 'config'>,
  kind: Webhook['kind'],
  text: string,
): string {
  const url = URL.parse(text)
  if (!url || !isOutsideUrl(url, webhookPrivateHosts)) {
    throw invalidField('/url', 'must be an https address that is reachable from the Internet')
  }
  const isAllowed = webhookPrivateHosts.includes(url.hostname)
  const isDiscord = DISCORD_HOST.test(url.hostname) && url.pathname.startsWith('/api/webhooks/')
  if (kind === 'discord' && !isDiscord && !isAllowed) {
    throw invalidField('/url', 'must be the address of a Discord webhook')
  }
  url.hash = ''
  return url.href
}

function makeSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** Returns the bytes of a secret that messages are signed with. */
export function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
}

function seal(context: Pick<AppContext, 'keys'>, text: string): Buffer {
  return sealText(keyOf(context), text)
}

function keyOf({ keys }: Pick<AppContext, 'keys'>): Buffer {
  return keys.derive('webhooks')
}
