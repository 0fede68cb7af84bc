import type { FanOut, FanOutMessage } from '../../../platform/fan-out/fan-out.ts'
import { createLoneFanOut } from '../../../platform/fan-out/fan-out.ts'

interface Network {
  /** Connects another server. */
  join(): FanOut
  /** The network loses messages for which this returns true. */
  lose: (message: FanOutMessage) => boolean
  /** Resolves once every message has arrived, and those that it has caused. */
  settled(): Promise<void>
  /** Publishes a message from outside the servers. */
  publish(subject: string, payload: Uint8Array): void
}

/** Creates servers that exchange messages in memory. */
export function createNetwork(): Network {
  const servers = new Set<Map<string, Set<(message: FanOutMessage) => void>>>()
  let flying = 0

  const network: Network = {
    lose: () => false,
    publish: (subject, payload) => send(null, subject, payload),
    join() {
      const listeners = new Map<string, Set<(message: FanOutMessage) => void>>()
      servers.add(listeners)
      return {
        ...createLoneFanOut(),
        publish: (subject, payload) => send(listeners, subject, payload),
        subscribe(subject, onMessage) {
          const own = listeners.get(subject) ?? new Set()
          listeners.set(subject, own.add(onMessage))
          return () => void own.delete(onMessage)
        },
      }
    },
    async settled() {
      while (flying > 0) await Promise.resolve()
    },
  }

  function send(from: object | null, subject: string, payload: Uint8Array): void {
    if (network.lose({ subject, payload })) return
    flying++
    void Promise.resolve().then(() => {
      for (const listeners of servers) {
        if (listeners === from) continue
        for (const listener of listeners.get(subject) ?? []) listener({ subject, payload })
      }
      flying--
    })
  }
  return network
}
