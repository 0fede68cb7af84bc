import { readHeader } from '@pitboard/telemetry/decode'
import { frameOf } from '@pitboard/telemetry/formats/headers'
import type { Sent } from '../broadcast.ts'
import type { Random } from '../random.ts'
import type { Situation } from '../situations.ts'

/** The stream with the packets of each frame in another order, as other games send them. */
export function* reorderFrames(
  stream: Iterable<Sent>,
  situations: ReadonlySet<Situation>,
  random: Random,
): Generator<Sent> {
  const isAny = situations.has('anyOrderInFrame')
  if (!isAny && !situations.has('lapDataFirst')) return yield* stream
  let frame: Sent[] = []
  let key = ''
  for (const sent of stream) {
    const next = frameKey(sent)
    if (next !== key || next === null) {
      yield* isAny ? random.shuffle(frame) : lapDataFirst(frame)
      frame = []
    }
    key = next ?? ''
    frame.push(sent)
  }
  yield* isAny ? random.shuffle(frame) : lapDataFirst(frame)
}

/** What is sent after the end has no frame: null. */
function frameKey({ bytes, atMs }: Sent): string | null {
  const read = readHeader(bytes)
  if (read.kind === 'rejected' || frameOf(read.header) === 0) return null
  return `${read.header.sessionUid} ${frameOf(read.header)} ${atMs}`
}

function isLapData({ bytes }: Sent): boolean {
  return readHeader(bytes).kind === 'lapData'
}

function lapDataFirst(frame: readonly Sent[]): Sent[] {
  return [...frame.filter(isLapData), ...frame.filter((sent) => !isLapData(sent))]
}
