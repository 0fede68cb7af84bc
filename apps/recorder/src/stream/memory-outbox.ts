import { encodeDatagram } from '@pitboard/contract/ingest/ingest-frames'
import { createLatch } from './latch.ts'
import type { Outbox } from './outbox.ts'

const BATCH_BYTES = 64 * 1024

export interface MemoryOutbox extends Outbox {
  /** Waits until less than the limit is on its way. One caller at a time. */
  room(): Promise<void>
}

/** For files: what isn't acknowledged can be read again, so nothing has to outlive the process. */
export function createMemoryOutbox(limitBytes = 16 * 1024 * 1024): MemoryOutbox {
  const freedSome = createLatch()
  let held: Uint8Array[] = []
  let freed = 0
  let firstNumber = 1
  let heldBytes = 0

  function at(number: number): Uint8Array | undefined {
    return held[number - firstNumber + freed]
  }

  function isFull(): boolean {
    return heldBytes >= limitBytes
  }

  return {
    get lastNumber() {
      return firstNumber + held.length - freed - 1
    },
    get firstNumber() {
      return firstNumber
    },
    async room() {
      while (isFull()) await freedSome.wait()
    },
    append(atMs, bytes) {
      const number = firstNumber + held.length - freed
      const frame = encodeDatagram({ number, atMs, bytes })
      held.push(frame)
      heldBytes += frame.length
    },
    readFrom(start) {
      let number = Math.max(start, firstNumber)
      return {
        next() {
          const frames: Uint8Array[] = []
          let size = 0
          for (let frame = at(number); frame && size < BATCH_BYTES; frame = at(++number)) {
            frames.push(frame)
            size += frame.length
          }
          if (frames.length === 0) return null
          return { frames: Buffer.concat(frames, size), lastNumber: number - 1 }
        },
        close() {},
      }
    },
    acknowledge(number) {
      while (firstNumber <= number && freed < held.length) {
        heldBytes -= held[freed]?.length ?? 0
        freed++
        firstNumber++
      }
      // Cutting the array on every acknowledgement would move the whole backlog each time.
      if (freed > held.length / 2) {
        held = held.slice(freed)
        freed = 0
      }
      freedSome.wake()
    },
  }
}
