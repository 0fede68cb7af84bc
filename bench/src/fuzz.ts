import { createHistogram } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { fuzzCorpus } from '@pitboard/telemetry/testing/fuzz/corpus'
import { createFuzz } from '@pitboard/telemetry/testing/fuzz/fuzz'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { doReferenceWork, median } from './reference.ts'
import { printTable } from './report.ts'

const DATAGRAMS = Number(process.env.FUZZ_DATAGRAMS ?? 5_000_000)
/** A session has this many datagrams, stream by stream: from many short ones to a single one. */
const PER_SESSION = [500, 2_000, 10_000, 50_000, DATAGRAMS]
const HEAP_LIMIT_MB = 30
/** The limit counts runs of the reference work. */
const RARE_MAX = 1
const LONGEST_MAX = 10
const REFERENCE_RUNS = 20
/** Systems count a thread's processor time in steps of about this. */
const CPU_STEP_MS = 4

const identity = { id: 'fuzz', internalSessionId: 1, userId: 'fuzz', userName: 'fuzz' }

/**
 * Sends damaged datagrams of every year through decoder, thinner and reducer: nothing throws, memory stays flat, and no
 * datagram takes long. A failure says the seed and the datagram.
 */
export default async function fuzz(): Promise<void> {
  const corpus = fuzzCorpus()
  const took = createHistogram()
  const referencesMs = Array.from({ length: REFERENCE_RUNS }, timeReference)
  const perStream = Math.ceil(DATAGRAMS / PER_SESSION.length)
  runStream(0, corpus, 2_000, Math.min(perStream, 100_000), () => {})
  const before = heapMb()
  let reduced = 0
  const startedAt = performance.now()
  for (const [i, perSession] of PER_SESSION.entries()) {
    reduced += runStream(i + 1, corpus, perSession, perStream, (ms) =>
      took.record(Math.max(1, Math.round(ms * 1e6))),
    )
  }
  const seconds = (performance.now() - startedAt) / 1000
  const grown = heapMb() - before
  referencesMs.push(...Array.from({ length: REFERENCE_RUNS }, timeReference))
  const referenceMs = median(referencesMs)
  const rareMs = took.percentile(99.99) / 1e6
  const longestMs = took.max / 1e6
  printTable(`fuzzing, ${DATAGRAMS} damaged datagrams of five years, nothing thrown`, [
    {
      what: 'heap after against before',
      value: grown,
      unit: 'MB more',
      limit: { atMost: HEAP_LIMIT_MB },
      details: `${before.toFixed(1)} MB before; ${Math.round((reduced / DATAGRAMS) * 100)} % reached a session, ${seconds.toFixed(0)} s`,
    },
    {
      what: 'time a datagram, 99.99 %',
      value: rareMs / referenceMs,
      unit: 'of the reference work',
      limit: { atMost: RARE_MAX },
      details: `${rareMs.toFixed(3)} ms, mean ${(took.mean / 1000).toFixed(1)} µs`,
    },
    {
      what: 'time a datagram, longest',
      value: longestMs / referenceMs,
      unit: 'times the reference work',
      limit: { atMost: LONGEST_MAX },
      details: `${longestMs.toFixed(1)} ms, garbage collection included`,
    },
  ])
}

function timeReference(): number {
  const startedAt = performance.now()
  doReferenceWork()
  return performance.now() - startedAt
}

/** Returns how many datagrams went to a session. */
function runStream(
  seed: number,
  corpus: ReturnType<typeof fuzzCorpus>,
  perSession: number,
  datagrams: number,
  measured: (ms: number) => void,
): number {
  const stream = createFuzz(seed, corpus, perSession)
  const thinner = createThinner()
  const tracker = createTracker({
    ended: (session) => JSON.stringify(sessionDetail(session, identity)),
  })
  let reduced = 0
  for (let i = 0; i < datagrams; i++) {
    const bytes = stream.next()
    const startedAt = performance.now()
    const startedCpuMs = cpuMs()
    try {
      decodeDatagram(bytes)
      thinner.push(bytes, i * 20)
      if (tracker.push(bytes, i * 20) !== null) reduced++
    } catch (error) {
      const sent = Buffer.from(bytes).toString('hex')
      throw new Error(`seed ${seed}, datagram ${i}: ${sent}`, { cause: error })
    }
    measured(spentMs(performance.now() - startedAt, cpuMs() - startedCpuMs))
  }
  tracker.finish(datagrams * 20)
  return reduced
}

/** Returns what a datagram took, without the time that the machine gave to other programs meanwhile. */
function spentMs(wallMs: number, cpuMs: number): number {
  return Math.min(wallMs, cpuMs + CPU_STEP_MS)
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function heapMb(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed / 1e6
}
