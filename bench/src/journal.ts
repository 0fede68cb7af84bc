import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstream } from '@nats-io/jetstream'
import { readNatsAddress } from '@pitboard/server/platform/config/nats-address'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { openNats } from '@pitboard/server/platform/nats/nats-connection'
import { openTestNats } from '@pitboard/server/platform/nats/nats.fixture'
import { createJetStreamParts } from '@pitboard/server/racing/ingest/journal/jetstream-parts'
import { type Journal, openJournal } from '@pitboard/server/racing/ingest/journal/journal'
import { createJournalCopy } from '@pitboard/server/racing/ingest/journal/journal-copy'
import { encodePart } from '@pitboard/server/racing/ingest/journal/journal-part'
import {
  encodeRecord,
  type JournalRecord,
} from '@pitboard/server/racing/ingest/journal/journal-record'
import { type JournalCopy, LONE_COPY } from '@pitboard/server/racing/ingest/journal/journal-replica'
import { measureInTurn } from './reference.ts'
import { printTable, type Row } from './report.ts'

/** A recorder sends this many in 200 ms. */
const DATAGRAMS = 18
const DATAGRAM_BYTES = 620
/** This much of a datagram is random: the rest compresses well, as in a real stream. */
const RANDOM_SHARE = 0.4
const BATCHES = 200
const ROUNDS = 5
const BOTH_WITHIN_MS = 10_000
const FILE_MAX = 2
const REPLICATED_MAX = 2

/** Appends a batch and resolves once it is acknowledged. */
type Append = () => Promise<unknown>

/** Measures a batch of a recorder from the first byte to its acknowledgement: processor time beside what carries it. */
export default async function measureJournal(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'))
  const nats = await openTestNats({ jetStream: true })
  const natsUrl = readNatsAddress(nats.url)
  if (!natsUrl) throw new Error('The test server of NATS has no address')
  const log = createLog('silent')
  const connected = await openNats(natsUrl, 'pb.bench.', log)
  try {
    const batch = createBatch()
    const bytes = Buffer.concat(batch.map(encodeRecord))
    const part = encodePart({ epoch: 1, segment: 1, offset: 0, bytes })
    const copyFolder = join(folder, 'copy')
    const copy = createJournalCopy({
      store: createJetStreamParts({ nats: connected, replicas: 1 }),
      owned: {
        userId: randomUUID(),
        epoch: 1,
        sinceEpoch: 1,
        isInherited: false,
        check: () => Promise.resolve(),
        lose: () => {},
      },
      folder: copyFolder,
      log,
      check: () => Promise.resolve(),
      onAppend: () => {},
    })
    await copy.fence()
    const alone = await openIn(join(folder, 'alone'), LONE_COPY)
    const replicated = await openIn(copyFolder, copy)
    const file = await open(join(folder, 'bare'), 'a')
    const connection = connected.connection()
    if (!connection) throw new Error('NATS is not connected')
    const client = jetstream(connection)
    const appendBare = async () => {
      await file.appendFile(bytes)
      await file.datasync()
    }
    const rows = [
      await compare('on one disk', 'times an append and a sync of the same bytes', FILE_MAX, {
        ours: () => appendTo(alone, batch, () => alone.sync()),
        bare: appendBare,
      }),
      await compare(
        'on the disk and in JetStream',
        'times an append, a sync and a publish of the same bytes',
        REPLICATED_MAX,
        {
          ours: () => appendTo(replicated, batch, () => replicated.syncBoth(BOTH_WITHIN_MS)),
          bare: async () => {
            await appendBare()
            await client.publish('pb.bench.journal.bare', part)
          },
        },
      ),
    ]
    printTable(`a batch of ${DATAGRAMS} datagrams, ${bytes.length} bytes, in the journal`, rows)
    await alone.close()
    await replicated.close()
    await file.close()
  } finally {
    await connected.close()
    await nats.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(
  what: string,
  unit: string,
  atMost: number,
  { ours, bare }: { readonly ours: Append; readonly bare: Append },
): Promise<Row> {
  const times = (append: Append) => async () => {
    for (let n = 0; n < BATCHES; n++) await append()
  }
  const { oursMs, referenceMs, ratio } = await measureInTurn(ROUNDS, times(ours), times(bare))
  return {
    what,
    value: ratio,
    unit,
    limit: { atMost },
    details: `${micros(oursMs)} of processor time, bare ${micros(referenceMs)}`,
  }
}

/** Formats the time of one batch. */
function micros(ms: number): string {
  return `${((ms / BATCHES) * 1000).toFixed(0)} µs`
}

async function appendTo(
  journal: Journal,
  batch: readonly JournalRecord[],
  settle: () => Promise<unknown>,
): Promise<void> {
  for (const record of batch) journal.append(record)
  if ((await settle()) === false) throw new Error('The second copy did not take a batch in time')
}

function openIn(folder: string, copy: JournalCopy): Promise<Journal> {
  return openJournal({
    folder,
    copy,
    head: () => ({ kind: 'head', streams: [] }),
    onBatch: () => () => {},
    onError(error) {
      throw error
    },
  })
}

function createBatch(): JournalRecord[] {
  const changing = Math.round(DATAGRAM_BYTES * RANDOM_SHARE)
  return Array.from({ length: DATAGRAMS }, (_, place) => ({
    kind: 'datagram' as const,
    stream: 0,
    number: place + 1,
    atMs: place * 11,
    bytes: Buffer.concat([randomBytes(changing), Buffer.alloc(DATAGRAM_BYTES - changing, 7)]),
  }))
}
