import type { Outbox } from './outbox.ts'
import type { Relay } from './relay.ts'
import { createSender, type SenderOptions } from './sender.ts'

/** Relays what is appended to the outbox over the acknowledged stream. */
export function createTcpRelay(
  options: SenderOptions & { readonly outbox: Outbox & { room?(): Promise<void> } },
): Relay {
  const { outbox } = options
  const sender = createSender(options)
  return {
    append(atMs, bytes) {
      outbox.append(atMs, bytes)
      sender.grown()
    },
    room: async () => outbox.room?.(),
    run: sender.run,
    finish: sender.finish,
    stop: sender.stop,
    get connected() {
      return sender.connected
    },
    get trouble() {
      return sender.trouble
    },
    get sent() {
      return sender.sent
    },
    get acknowledged() {
      return sender.acknowledged
    },
    get backlog() {
      return outbox.lastNumber - sender.acknowledgedNumber
    },
    get liveUrl() {
      return sender.liveUrl
    },
    get sessions() {
      return sender.sessions
    },
  }
}
