import { itemAt } from '@pitboard/contract/wire/item-at'
import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sealText } from '@pitboard/server/platform/db/sealed-text'
import { openLeague } from '@pitboard/server/championship/notifications/notifications.fixture'
import { openTestServer } from '@pitboard/server/testing/server'
import { sql } from 'kysely'

const SAMPLE_MS = 100

/** The server has a season that many users follow, each with a confirmed address and a browser. */
const { FOLLOWERS = '0', PUSH_PORT = '', MAIL_PORT = '' } = process.env
const server = await openTestServer({
  env: { SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`, WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
})
const { db, keys } = server.context
const league = await openLeague(server)
await addFollowers(Number(FOLLOWERS))

async function addFollowers(count: number): Promise<void> {
  const key = keys.derive('push devices')
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
  const secrets = sealText(
    key,
    JSON.stringify({ p256dh, auth: randomBytes(16).toString('base64url') }),
  )
  const devices = Array.from({ length: count }, (_, n) => {
    const url = `http://127.0.0.1:${PUSH_PORT}/${n}`
    return {
      id: randomUUID(),
      hash: createHash('sha256').update(url).digest(),
      url: sealText(key, url),
    }
  })
  const ids = devices.map(({ id }) => id)
  await sql`insert into auth.users (id, email, email_confirmed_at)
    select id, id || '@example.com', now() from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`insert into "user" (id) select unnest(${ids}::uuid[])`.execute(db)
  await sql`insert into follow (user_id, season_id, is_following)
    select id, ${league.seasonId}, true from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`insert into notification_settings (user_id, language)
    select id, 'en' from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`insert into push_device (id, user_id, endpoint_hash, endpoint, secrets, language)
    select id, id, hash, url, ${secrets}, 'en'
    from unnest(${ids}::uuid[], ${devices.map(({ hash }) => hash)}::bytea[],
      ${devices.map(({ url }) => url)}::bytea[]) as device (id, hash, url)`.execute(db)
  await sql`analyze`.execute(db)
}

let peakBytes = 0
setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}, SAMPLE_MS).unref()

async function countTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select xact_commit::float8 as count
    from pg_stat_database where datname = current_database()`.execute(db)
  return itemAt(rows, 0).count
}

/** Returns what has been used since the last time. */
async function report(): Promise<object> {
  const now = process.cpuUsage(cpuBefore)
  const transactions = await countTransactions()
  const used = {
    cpuMs: (now.user + now.system) / 1000,
    transactions: transactions - transactionsBefore,
    peakBytes,
  }
  ;[cpuBefore, transactionsBefore, peakBytes] = [process.cpuUsage(), transactions, 0]
  return used
}
let cpuBefore = process.cpuUsage()
let transactionsBefore = await countTransactions()

async function choose(channels: { readonly mail: boolean; readonly browser: boolean }) {
  const kinds = JSON.stringify({ officialResult: channels })
  await sql`update notification_settings set preferences = ${kinds}::jsonb`.execute(db)
}

/** Ends the minute in which notifications are collected. */
async function endCollecting(): Promise<void> {
  for (;;) {
    const { rows } = await sql`update notification set due_at = now() where device_id is null
      returning id`.execute(db)
    if (rows.length > 0) return
    await pause(SAMPLE_MS)
  }
}

async function follow(message: unknown): Promise<void> {
  if (message === 'prepare push') await choose({ mail: false, browser: true })
  if (message === 'prepare mail') await choose({ mail: true, browser: false })
  if (message === 'publish') await league.publish()
  if (message === 'end collecting') await endCollecting()
  process.send?.(await report())
}

async function end(): Promise<void> {
  await server.close()
  process.exit()
}

process.on('message', (message) => void follow(message))
process.once('disconnect', () => void end())
process.send?.({ url: server.url, seasonId: league.seasonId, leagueId: league.leagueId })
