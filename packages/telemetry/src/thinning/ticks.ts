import { frameOf } from '../formats/frame.ts'
import type { Header } from '../formats/model.ts'

/** Six frames at 60 Hz, three at 30: a tenth of a second with room for rounding. */
const tickSeconds = 0.0917
/** Before the lights the session time stands still and only the frames go on. */
const standingFrames = 30

/**
 * Chooses the frames that are kept at 10 Hz. Packets of one frame stay together, so that
 * positions and distances can be paired.
 */
export function createTicks(): (header: Header) => boolean {
  let tickFrame = -1
  let tickTime = -Infinity
  return (header) => {
    const frame = frameOf(header)
    const { sessionTime } = header
    if (frame === tickFrame) return true
    const due =
      frame < tickFrame ||
      sessionTime < tickTime ||
      sessionTime - tickTime >= tickSeconds ||
      (sessionTime === tickTime && frame - tickFrame >= standingFrames)
    if (!due) return false
    tickFrame = frame
    tickTime = sessionTime
    return true
  }
}
