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
    const text = JSON.stringify(view())
    if (text === last) return
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
