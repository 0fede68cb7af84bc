import { writeSync } from 'node:fs'
import { errorCode } from './errors.ts'

/** A reader that stands still stops the server for this long, once. */
const WAIT_FOR_READER_MS = 1_000
const LOOK_MS = 5

const sleeper = new Int32Array(new SharedArrayBuffer(4))
let lostLines = 0

/** Counts lines that this process could not write to any of its logs. */
export function countLostLines(): number {
  return lostLines
}

interface LogDestination {
  write(line: string): void
}

/**
 * Hands each line to the system before it returns. A line that cannot be written is dropped and counted:
 * a full disk or a reader that has gone must not end the server. `describeLoss` makes the line that goes
 * before the first one that is written again.
 */
export function createLogDestination(
  fileDescriptor: number,
  describeLoss: (lines: number) => string,
): LogDestination {
  let unreported = 0
  /** The end of the last line is missing. */
  let isTorn = false

  function writeAll(text: string): void {
    let rest = Buffer.from(isTorn ? `\n${text}` : text)
    const deadlineMs = performance.now() + WAIT_FOR_READER_MS
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(fileDescriptor, rest))
        isTorn = rest.length > 0
      } catch (error) {
        const isLate = unreported > 0 || performance.now() >= deadlineMs
        if (errorCode(error) !== 'EAGAIN' || isLate) throw error
        Atomics.wait(sleeper, 0, 0, LOOK_MS)
      }
    }
  }

  return {
    write(line) {
      try {
        if (unreported > 0) writeAll(describeLoss(unreported))
        unreported = 0
        writeAll(line)
      } catch {
        unreported++
        lostLines++
      }
    },
  }
}
