import { itemAt } from '@pitboard/contract/wire/item-at'
import { encodeDatagram } from '@pitboard/contract/ingest/ingest-frames'
import { createLatch } from './latch.ts'

const BATCH_BYTES = 64 * 1024

interface MemoryOutbox extends Outbox {
  /** Waits until less than the limit is on its way. Only one caller may wait. */
  waitForSpace(): Promise<void>
}

/** Files can be read again from what isn't acknowledged, so nothing has to outlive the process. */
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
    async waitForSpace() {
      while (isFull()) await freedSome.wait()
    },
    isRetaining: false,
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
        heldBytes -= itemAt(held, freed).length
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
    settle() {},
  }
}

/** Numbered datagrams are on their way to the server: as frames of the wire, in order. */
export interface Outbox {
  /** It is the highest number given out, 0 at first. */
  readonly lastNumber: number
  /** It is the first number that can be sent; what lies before it is deleted or settled. */
  readonly firstNumber: number
  /** It is true where datagrams stay until they are settled, so that a server can ask for them again. */
  readonly isRetaining: boolean
  append(atMs: number, bytes: Uint8Array): void
  /** Reads on from `number`, also what is appended later. */
  readFrom(number: number): OutboxCursor
  /** The server has everything up to `number`, which is less than before if it has lost data. */
  acknowledge(number: number): void
  /** No session needs the datagrams up to `number` any more: their space may be freed. */
  settle(number: number): void
}

export interface OutboxCursor {
  /** Returns the next frames, or null at the end of what there is so far. */
  next(): OutboxBatch | null
  close(): void
}

export interface OutboxBatch {
  readonly frames: Uint8Array
  readonly lastNumber: number
}
