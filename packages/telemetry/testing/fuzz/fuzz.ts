import type { FormatTable } from '../../src/formats/format-table.ts'
import { formats } from '../../src/formats/registry.ts'
import type { YearCorpus } from './corpus.ts'
import { bodyMutations, mutations } from './mutate.ts'
import { createRandom } from './random.ts'
import { formatOf } from '../../src/capture/game-datagram.ts'

/** Yields datagrams without end, which are the same for a seed. */
export interface Fuzz {
  next(): Uint8Array
}

const tables: readonly FormatTable[] = Object.values(formats)

/**
 * Creates a stream of sessions that go on as a game's do: they open, time passes and now and then goes back,
 * and another one follows after about `perSession` datagrams. Most datagrams are damaged.
 */
export function createFuzz(
  seed: number,
  corpus: readonly [YearCorpus, ...YearCorpus[]],
  perSession: number,
): Fuzz {
  const random = createRandom(seed)
  let uid = 0n
  let frame = 1
  let year = corpus[0]
  let opening: readonly Uint8Array[] = []

  function passTime(): void {
    if (uid === 0n || random.chance(1 / perSession)) {
      uid++
      frame = 1
      year = random.pick(corpus)
      opening = year.opening
    } else if (random.chance(0.0005)) {
      frame = Math.max(1, frame - random.below(600))
    } else if (random.chance(0.3)) frame++
  }

  function stamped(source: Uint8Array, frame: number): Uint8Array {
    const bytes = Uint8Array.from(source)
    stamp(bytes, uid, frame)
    return bytes
  }

  return {
    next() {
      passTime()
      const [first, ...others] = opening
      opening = others
      if (first !== undefined) return stamped(first, frame)
      const { running, rare } = random.chance(0.03) ? random.pick(corpus) : year
      const isRare = random.chance(1 / perSession)
      const source = random.pick(isRare ? rare : running)
      const bytes = stamped(
        source,
        (isRare && random.chance(0.5)) || random.chance(0.002) ? 0 : frame,
      )
      if (random.chance(0.3)) return bytes
      // A damaged UID in a Session packet ends the session that the others belong to.
      const alsoHeader = random.chance(isSession(source) ? 1 / perSession : 0.1)
      return random.pick(alsoHeader ? mutations : bodyMutations)(random, bytes)
    },
  }
}

function stamp(bytes: Uint8Array, uid: bigint, frame: number): void {
  const table = tableOf(bytes)
  if (table === undefined) return
  const view = new DataView(bytes.buffer)
  const uidAt = table.packetIdAt + 1
  view.setBigUint64(uidAt, uid, true)
  view.setFloat32(uidAt + 8, frame / 60, true)
  view.setUint32(uidAt + 12, frame, true)
  if (table.header.size === 29) view.setUint32(uidAt + 16, frame, true)
}

function isSession(bytes: Uint8Array): boolean {
  const table = tableOf(bytes)
  return table !== undefined && bytes[table.packetIdAt] === table.packets.session?.id
}

function tableOf(bytes: Uint8Array): FormatTable | undefined {
  const format = formatOf(bytes)
  return bytes.length < 29 ? undefined : tables.find((table) => table.format === format)
}
