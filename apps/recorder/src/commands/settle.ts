import type { Relay } from '../stream/relay.ts'

const PATIENCE_MS = 10_000
const LOOK_MS = 100

/** Waits for the relay's end as long as it gets on; false when it hasn't for ten seconds. */
export async function settle(relaying: Promise<void>, current: () => Relay): Promise<boolean> {
  let timer: NodeJS.Timeout | null = null
  const stuck = new Promise<boolean>((resolve) => {
    let progressAtMs = Date.now()
    let last = ''
    timer = setInterval(() => {
      const { sent, acknowledged, backlog } = current()
      const state = `${sent} ${acknowledged} ${backlog}`
      if (state !== last) progressAtMs = Date.now()
      last = state
      if (Date.now() - progressAtMs >= PATIENCE_MS) resolve(false)
    }, LOOK_MS)
  })
  try {
    return await Promise.race([relaying.then(() => true), stuck])
  } finally {
    if (timer !== null) clearInterval(timer)
  }
}
