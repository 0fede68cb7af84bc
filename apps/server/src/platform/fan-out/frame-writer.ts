import type { Socket } from 'node:net'

/** Writes frames to a socket, those of one turn of the event loop at once. */
export interface FrameWriter {
  write(frame: Buffer): void
  /** Returns what the other side has not taken yet. */
  waitingBytes(): number
}

/** This many waiting bytes are written although the turn is not over. */
const FLUSH_BYTES = 64 * 2 ** 10

export function createFrameWriter(socket: Socket): FrameWriter {
  let queue: Buffer[] = []
  let queuedBytes = 0

  function flush(): void {
    if (queue.length === 0) return
    const [first] = queue
    const bytes = queue.length === 1 && first ? first : Buffer.concat(queue, queuedBytes)
    queue = []
    queuedBytes = 0
    if (socket.writable) socket.write(bytes)
  }

  return {
    write(frame) {
      if (queue.length === 0) queueMicrotask(flush)
      queue.push(frame)
      queuedBytes += frame.length
      if (queuedBytes >= FLUSH_BYTES) flush()
    },
    waitingBytes: () => queuedBytes + socket.writableLength,
  }
}
