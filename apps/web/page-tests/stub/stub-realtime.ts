import type { Buffer } from 'node:buffer'
import type { Server } from 'node:http'
import { LIVE_LIST_EVENT, LIVE_LIST_TOPIC } from '@pitboard/contract/live/server-topics'
import type { LiveListChange } from '@pitboard/contract/live/live'
import { type WebSocket, WebSocketServer } from 'ws'

const TOPIC = `realtime:${LIVE_LIST_TOPIC}`

/** Serves `/realtime/v1`, as far as the web app uses it. */
export interface StubRealtime {
  /** This many pages are subscribed now. */
  readonly subscriberCount: number
  /** Set to false, every connection is closed, and new ones are refused. */
  isReachable: boolean
  /** Announces a changed row to every page that watches its table. */
  publishRow(table: string, id: string): void
  publishLiveList(change: LiveListChange): void
  reset(): void
  close(): void
}

interface Watch {
  readonly id: number
  readonly table: string
}

export function startStubRealtime(server: Server): StubRealtime {
  const sockets = new WebSocketServer({ noServer: true })
  const watchesOf = new Map<WebSocket, readonly Watch[]>()
  let isReachable = true

  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/realtime/v1/') !== true) return
    if (!isReachable) {
      socket.destroy()
      return
    }
    sockets.handleUpgrade(request, socket, head, accept)
  })

  function accept(socket: WebSocket): void {
    socket.on('close', () => watchesOf.delete(socket))
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString())
      const { topic, event, ref, join_ref: joinRef } = fieldsOf(message)
      const reply = (response: object) =>
        send(socket, {
          topic,
          event: 'phx_reply',
          ref,
          join_ref: joinRef,
          payload: { status: 'ok', response },
        })
      if (event === 'heartbeat') reply({})
      if (event === 'phx_leave') {
        watchesOf.delete(socket)
        reply({})
      }
      if (event !== 'phx_join') return
      const wanted = fieldsOf(fieldsOf(fieldsOf(message)['payload'])['config'])['postgres_changes']
      const rows = (Array.isArray(wanted) ? wanted : []).map((row: unknown, index) => ({
        ...fieldsOf(row),
        id: index + 1,
      }))
      reply({ postgres_changes: rows })
      watchesOf.set(
        socket,
        rows.map((row) => ({ id: row.id, table: String(fieldsOf(row)['table']) })),
      )
    })
  }

  const stub: StubRealtime = {
    get subscriberCount() {
      return watchesOf.size
    },
    get isReachable() {
      return isReachable
    },
    set isReachable(next) {
      isReachable = next
      if (!next) for (const socket of sockets.clients) socket.terminate()
    },
    publishRow(table, id) {
      for (const [socket, watches] of watchesOf) {
        const ids = watches.filter((watch) => watch.table === table).map((watch) => watch.id)
        if (ids.length === 0) continue
        const data = {
          type: 'UPDATE',
          schema: 'public',
          table,
          columns: [{ name: 'id', type: 'uuid' }],
          record: { id },
          old_record: { id },
          commit_timestamp: new Date().toISOString(),
          errors: null,
        }
        send(socket, { topic: TOPIC, event: 'postgres_changes', ref: null, payload: { ids, data } })
      }
    },
    publishLiveList(change) {
      const payload = { type: 'broadcast', event: LIVE_LIST_EVENT, payload: change }
      for (const socket of watchesOf.keys()) {
        send(socket, { topic: TOPIC, event: 'broadcast', ref: null, payload })
      }
    },
    reset() {
      isReachable = true
      for (const socket of sockets.clients) socket.terminate()
    },
    close() {
      stub.reset()
      sockets.close()
    },
  }
  return stub
}

function send(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message))
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
