import type { Relay } from '../stream/relay.ts'

const PATIENCE_MS = 10_000
const LOOK_MS = 100

type Progress = Pick<Relay, 'sent' | 'acknowledged' | 'backlog' | 'connected'>

/**
 * Waits for the relay's end while it makes progress or is connected: storing a long session takes
 * time. Returns false after ten seconds without either.
 */
export async function waitForRelay(
  relaying: Promise<void>,
  current: () => Progress,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  let timer: NodeJS.Timeout | null = null
  const stuck = new Promise<boolean>((resolve) => {
    let progressAtMs = Date.now()
    let last = ''
    timer = setInterval(() => {
      const { sent, acknowledged, backlog, connected } = current()
      const state = `${sent} ${acknowledged} ${backlog}`
      if (state !== last || connected) progressAtMs = Date.now()
      last = state
      if (Date.now() - progressAtMs >= patienceMs) resolve(false)
    }, LOOK_MS)
  })
  try {
    return await Promise.race([relaying.then(() => true), stuck])
  } finally {
    if (timer !== null) clearInterval(timer)
  }
}
