import type { Server } from 'node:http'
import type { LiveSession } from '@pitboard/contract/live/live'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import { LiveCloseCode, type LiveMessage } from '@pitboard/contract/live/live-protocol'
import { type WebSocket, WebSocketServer } from 'ws'

const PATH = '/api/LiveSession/ws/'
const STEP_MS = 100

/** Viewers' sockets see these as the live sessions of the stub. */
export interface StubLive {
  /**
   * Opens a session, or sends its viewers the change from its present state; `atMs` is when. It grows
   * with each change, because a viewer that connects again needs a later moment for a later state.
   */
  show(session: LiveSession, atMs?: number): void
  /** Set to true, nothing reaches the viewers that are connected, as while their computer sleeps. */
  isSilent: boolean
  /** Ends the session: its viewers are notified and disconnected. Viewers of users without one wait. */
  end(session: LiveSession): void
  reset(): void
  close(): void
}

export function startStubLive(server: Server): StubLive {
  const sockets = new WebSocketServer({ noServer: true })
  const sessions = new Map<string, LiveSession>()
  const shownAtMs = new Map<string, number>()
  const viewers = new Map<WebSocket, string>()

  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/realtime/v1/') === true) return
    const subject = new URL(request.url ?? '/', 'http://stub').pathname.slice(PATH.length)
    const session = sessions.get(subject) ?? sessionOfUser(subject)
    const isOfUser = subject.startsWith('user/')
    if (request.url?.startsWith(PATH) !== true || !(session || isOfUser)) {
      socket.destroy()
      return
    }
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      viewer.on('close', () => viewers.delete(viewer))
      if (session) return sendSnapshot(viewer, session)
      viewers.set(viewer, subject)
      send(viewer, { t: 'waiting' })
    })
  })

  function sendSnapshot(viewer: WebSocket, session: LiveSession): void {
    const { id, version } = session
    viewers.set(viewer, id)
    send(viewer, { t: 'snapshot', v: version, at: shownAtMs.get(id) ?? 0, state: session })
  }

  /** `user/ID` follows a user. */
  function sessionOfUser(subject: string): LiveSession | undefined {
    return [...sessions.values()].find(({ userId }) => subject === `user/${userId}`)
  }

  const stub: StubLive = {
    isSilent: false,
    show(session, atMs = (shownAtMs.get(session.id) ?? -STEP_MS) + STEP_MS) {
      const before = sessions.get(session.id)
      const next = { ...session, version: (before?.version ?? 0) + 1 }
      sessions.set(session.id, next)
      shownAtMs.set(session.id, atMs)
      if (stub.isSilent) return
      for (const [viewer, followed] of viewers) {
        if (followed === `user/${session.userId}`) sendSnapshot(viewer, next)
      }
      if (!before) return
      const delta = encodeDelta(before, next, atMs)
      for (const [viewer, id] of viewers) if (id === session.id) send(viewer, delta)
    },
    end({ id }) {
      const v = sessions.get(id)?.version ?? 0
      sessions.delete(id)
      for (const [viewer, followed] of viewers) {
        if (followed !== id) continue
        send(viewer, { t: 'ended', v, recordedId: id })
        viewer.close(LiveCloseCode.Ended)
      }
    },
    reset() {
      stub.isSilent = false
      sessions.clear()
      shownAtMs.clear()
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
