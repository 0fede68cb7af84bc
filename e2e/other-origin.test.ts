import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'
import { openSite } from './src/site-in-process.ts'

const CLIENTS = ['@supabase/supabase-js', 'supabase-js-newest'] as const

test('a page of another origin reads errors by their code', async (t) => {
  const { url, server } = await openSite(t, { AUTH_AUTOCONFIRM: 'true' })
  const { anonKey } = server.context.keys
  const browser = await startBrowser(t)
  for (const client of CLIENTS) {
    await t.test(client, async (t) => {
      const page = await openPage(t, browser)
      await page.goto(await servePage(t, client))
      const given = { url, key: anonKey, client }
      const codes = await page.evaluate(`(${CALLS})(${JSON.stringify(given)})`)
      assert.deepEqual(codes, {
        wrongPassword: 'invalid_credentials',
        weakPassword: ['AuthWeakPasswordError', 'weak_password', 'length'],
        signedUp: null,
        taken: 'user_already_exists',
        endedElsewhere: 'Auth session missing!',
      })
    })
  }
})

/** The code runs in the page, with the client that the page has loaded. */
const CALLS = `async ({ url, key, client }) => {
  const open = () => supabase.createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth
  const auth = open()
  const who = { email: client.length + '@club.example', password: 'correct horse' }
  const wrong = await auth.signInWithPassword(who)
  const weak = await auth.signUp({ ...who, password: '123' })
  const signUp = await auth.signUp(who)
  const taken = await auth.signUp(who)
  const other = open()
  await other.signInWithPassword(who)
  await other.signOut()
  const ended = await auth.getUser()
  return {
    wrongPassword: wrong.error.code,
    weakPassword: [weak.error.name, weak.error.code, weak.error.reasons.join()],
    signedUp: signUp.error,
    taken: taken.error.code,
    endedElsewhere: ended.error.message,
  }
}`

/** Starts another web server with a page that loads the client as a script. */
async function servePage(t: TestContext, client: (typeof CLIENTS)[number]): Promise<string> {
  const main = createRequire(import.meta.url).resolve(client)
  const root = join(dirname(main).split('/dist')[0] ?? '', 'dist', 'umd')
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Elsewhere</title><script src="/supabase.js"></script>')
      return
    }
    const file = /^\/[\w.]+\.js$/.exec(request.url ?? '')?.[0]
    if (file === undefined) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', 'text/javascript')
    response.end(readFileSync(join(root, file)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return `http://127.0.0.1:${address.port}/`
}
