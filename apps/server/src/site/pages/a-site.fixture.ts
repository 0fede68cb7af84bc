import { createSocket } from 'node:dgram'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Lease, LiveSession } from '@pitboard/contract/live/live'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { insertUser } from '../../accounts/users/queries.ts'
import { createDriving } from '../../racing/live/driving.fixture.ts'
import { recordSession } from '../../racing/sessions/store/session-queries.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta
      name="description"
      content="What the built page says."
    />
    <script>
      document.documentElement.dataset.theme = 'light'
    </script>
    <script type="module" src="/assets/index-1.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`

const MANIFEST = {
  'index.html': { file: 'assets/index-1.js', imports: [] },
  '_shared.js': { file: 'assets/shared-1.js', css: ['assets/shared-1.css'] },
  'src/pages/live/live-page.tsx': {
    file: 'assets/live-1.js',
    imports: ['index.html', '_shared.js'],
  },
  'src/features/live/live-socket.ts': { file: 'assets/live-socket-1.js' },
  'src/messages/de/catalogue.ts': { file: 'assets/de-1.js' },
}

/** Starts a server with a built web app, for tests of what it says of its pages. */
export async function openSite(t: TestContext): Promise<TestServer> {
  const webFolder = mkdtempSync(join(tmpdir(), 'pitboard-web-'))
  mkdirSync(join(webFolder, '.vite'))
  writeFileSync(join(webFolder, 'index.html'), TEMPLATE)
  writeFileSync(join(webFolder, 'overlay.html'), TEMPLATE.replace('index-1', 'overlay-1'))
  writeFileSync(join(webFolder, 'embed.html'), TEMPLATE.replace('index-1', 'embed-1'))
  writeFileSync(join(webFolder, '.vite/manifest.json'), JSON.stringify(MANIFEST))
  const env = { PUBLIC_URL: 'https://pitboard.example' }
  const server = await openTestServer({ webFolder, env })
  t.after(async () => {
    await server.close()
    rmSync(webFolder, { recursive: true })
  })
  return server
}

export async function insertNamed({ context }: TestServer, username: string): Promise<string> {
  return (await insertUser(context.db, { id: context.newId(), username })).id
}

/** Stores a race of three cars; returns its id. */
export async function insertRace(
  { context }: TestServer,
  userId: string,
  known: { names?: readonly string[]; over?: Partial<SessionDetail> } = {},
): Promise<string> {
  const id = context.newId()
  const columns = sessionColumns(userId, { game_session_id: id })
  const { names = ['Ann', 'Bob', 'Cleo'], over = {} } = known
  const grid = createDriving(names.length).source.read(null, 0, 0)
  const drivers = grid.drivers.map((driver, index) => ({
    ...driver,
    name: names[index] ?? '',
    finishingPosition: index + 1,
  }))
  const document = {
    ...grid,
    id,
    drivers,
    sessionType: 10,
    trackName: columns.track_name,
    numberOfLaps: 52,
    sessionStartTime: columns.started_at.toISOString(),
    userName: 'Flow',
    classification: 'final',
    ...over,
  }
  await recordSession(context.db, id, recorded(columns, document))
  return id
}

/** Drives the start of a race to the server as a console does, and resolves when it is live. */
export async function goLive(
  server: TestServer,
  userId: string,
  datagrams: Iterable<{ readonly bytes: Uint8Array }>,
): Promise<LiveSession> {
  const { db, newId } = server.context
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'test' })
  const url = `${server.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=false`
  const { port } = Value.Parse(Lease, await (await fetch(url, { method: 'POST' })).json())
  const socket = createSocket('udp4')
  const address = `${server.url}/api/LiveSession/user/${userId}`
  for (const { bytes } of datagrams) {
    await new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => resolve()))
    const answer = await fetch(address)
    if (!answer.ok) continue
    const session = Value.Parse(LiveSession, await answer.json())
    if (session.drivers.some(({ position }) => position === 1)) {
      socket.close()
      return session
    }
  }
  throw new Error('The race ended before it was live.')
}
