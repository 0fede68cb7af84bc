import { insertPlayer } from '@pitboard/server/racing/sessions/lobby.fixture'
import { openTestServer } from '@pitboard/server/testing/server'

/** The server of `ingest.ts` is a process of its own so that its processor time is its own. */
const server = await openTestServer()
let users = 0

process.on('message', (request: 'user' | 'cpu') => {
  if (request === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
    return
  }
  void insertPlayer(server, `Bench ${++users}`).then((player) =>
    process.send?.({ ...player, url: server.url }),
  )
})
process.on('disconnect', () => void server.close().then(() => process.exit()))
process.send?.({})
