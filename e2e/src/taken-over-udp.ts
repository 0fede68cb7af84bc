import { setTimeout as pause } from 'node:timers/promises'
import type { Pitboard } from './pitboard.ts'

/** More than a recorder waits between two bursts. */
const REST_MS = 10

/** Resolves once the server counts no more of what was sent so far, or is away. */
export async function takenOverUdp({ url, serviceKey }: Pitboard): Promise<void> {
  const headers = { apikey: serviceKey }
  for (let before: string | undefined; ; await pause(REST_MS)) {
    const text = await fetch(`${url}/metrics`, { headers }).then(
      (answer) => answer.text(),
      () => '',
    )
    const now = /^pitboard_ingest_datagrams_total\{transport="udp"\} (\d+)$/m.exec(text)?.[1]
    if (now === before) return
    before = now
  }
}
