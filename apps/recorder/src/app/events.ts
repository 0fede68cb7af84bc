import type { ServerResponse } from 'node:http'
import type { View } from './view.ts'

const LOOK_MS = 500

/** Server-sent events: the whole view at first, and each time it has changed. */
export function streamEvents(
  response: ServerResponse,
  view: () => View,
  ending: AbortSignal,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let last = ''
  function send(): void {
    const text = textOf(view)
    if (text === null || text === last) return
    last = text
    response.write(`data: ${text}\n\n`)
  }
  send()
  const timer = setInterval(send, LOOK_MS)
  const end = () => response.end()
  ending.addEventListener('abort', end, { once: true })
  response.on('close', () => {
    clearInterval(timer)
    ending.removeEventListener('abort', end)
  })
}

/** Null where the spool can't be read just now: to record matters more than to show it. */
function textOf(view: () => View): string | null {
  try {
    return JSON.stringify(view())
  } catch {
    return null
  }
}
