import { createRace } from '@pitboard/sim/race'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { median, printTable, type Row } from './report.ts'

const ROUNDS = 5
const LIMIT = 500

/**
 * A whole race at 60 Hz, every datagram of it, decoded and reduced: how many such races one core
 * carries live. 2022 has its gaps and overtakes derived as well.
 */
export default async function reduce(): Promise<void> {
  printTable('decode and reduce, 60 Hz race of 20 cars', [row(2025), row(2022)])
}

function row(format: 2022 | 2025): Row {
  const sent = [...createRace({ seed: 2, laps: 3, format }).datagrams()]
  const lengthMs = (sent.at(-1)?.atMs ?? 0) - (sent[0]?.atMs ?? 0)
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const tracker = createTracker({})
    const before = process.cpuUsage()
    for (const { bytes, atMs } of sent) tracker.push(bytes, atMs)
    // Garbage is collected on other threads too: they are counted, the core carries them as well.
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / 1000)
  }
  const cpuMs = median(rounds)
  const carried = Math.floor(lengthMs / cpuMs)
  return {
    what: `format ${format}, ${sent.length} datagrams in ${Math.round(lengthMs / 1000)} s`,
    value: `${carried} live sessions a core`,
    compared: `${((cpuMs * 1000) / sent.length).toFixed(2)} µs a datagram`,
    limit: `≥ ${LIMIT}`,
    holds: carried >= LIMIT,
  }
}
