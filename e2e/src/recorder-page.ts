import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@pitboard/contract/testing/patience'
import type { View } from '@pitboard/recorder/app/view'

/** The page of the recorder that runs now is found by its settings folder: it is another one after it has restarted. */
export interface RecorderPage {
  /** Returns null while none runs. */
  address(): string | null
  view(): Promise<View | null>
  /** Resolves with the error, or "". */
  act(action: string): Promise<string>
  /** Resolves once the page offers this version. */
  offers(version: string): Promise<unknown>
}

export function openRecorderPage(config: string): RecorderPage {
  function address(): string | null {
    try {
      const text = readFileSync(join(config, 'running.json'), 'utf8')
      const { port, token }: { port: number; token: string } = JSON.parse(text)
      return `http://127.0.0.1:${port}/${token}/`
    } catch {
      return null
    }
  }

  async function view(): Promise<View | null> {
    const page = address()
    if (page === null) return null
    const answer = await fetch(`${page}events`).catch(() => null)
    const reader = answer?.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) return null
    let text = ''
    while (!text.includes('\n\n')) {
      const { value, done } = await reader.read()
      if (done) return null
      text += value
    }
    await reader.cancel()
    return JSON.parse(text.slice('data: '.length, text.indexOf('\n\n')))
  }

  return {
    address,
    view,
    async act(action) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${address()}${action}`, { method: 'POST', headers, body: '{}' })
      return answer.ok ? '' : await answer.text()
    },
    offers: (version) =>
      until(async () => {
        const update = (await view())?.update
        return update?.state === 'offered' && update.version === version
      }),
  }
}
