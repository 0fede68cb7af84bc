import type { Server } from 'node:http'
import type { LiveSession } from '@pitboard/contract/live/live'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import { type WebSocket, WebSocketServer } from 'ws'

const PATH = '/api/LiveSession/ws/'

/** The live sessions of the stub, as their viewers' sockets see them. */
export interface StubLive {
  /** Opens a session, or sends its viewers the change from its present state. */
  show(session: LiveSession): void
  reset(): void
  close(): void
}

export function startStubLive(server: Server): StubLive {
  const sockets = new WebSocketServer({ noServer: true })
  const sessions = new Map<string, LiveSession>()
  const viewers = new Map<WebSocket, string>()

  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/realtime/v1/') === true) return
    const id = new URL(request.url ?? '/', 'http://stub').pathname.slice(PATH.length)
    const session = sessions.get(id)
    if (request.url?.startsWith(PATH) !== true || !session) {
      socket.destroy()
      return
    }
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      viewers.set(viewer, id)
      viewer.on('close', () => viewers.delete(viewer))
      send(viewer, { t: 'snapshot', v: session.version, at: 0, state: session })
    })
  })

  const stub: StubLive = {
    show(session) {
      const before = sessions.get(session.id)
      const next = { ...session, version: (before?.version ?? 0) + 1 }
      sessions.set(session.id, next)
      if (!before) return
      const delta = encodeDelta(before, next, 0)
      for (const [viewer, id] of viewers) if (id === session.id) send(viewer, delta)
    },
    reset() {
      sessions.clear()
      for (const viewer of sockets.clients) viewer.terminate()
    },
    close() {
      stub.reset()
      sockets.close()
    },
  }
  return stub
}

function send(viewer: WebSocket, message: LiveMessage): void {
  viewer.send(JSON.stringify(message))
}
