import { fileURLToPath } from 'node:url'
import { openBrowser } from '../../testing/browser.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createServer } from 'vite'
import { PATIENCE_MS } from '@pitboard/contract/testing/patience'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface DevPage {
  readonly page: Page
  readonly close: () => Promise<void>
}

/**
 * Opens a page of a development server, from which it can import modules. Every test file has a `name` of its own,
 * because two servers must not share a cache.
 */
export async function openDevPage(
  name: string,
  options: BrowserContextOptions = {},
): Promise<DevPage> {
  const vite = await createServer({
    root: ROOT,
    logLevel: 'error',
    cacheDir: `${ROOT}/node_modules/.vite-test-${name}`,
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  await vite.listen()
  const browser = await openBrowser().catch(async (error: unknown) => {
    await vite.close()
    throw error
  })
  const [baseURL = ''] = vite.resolvedUrls?.local ?? []
  const page = await browser.newPage({ ...options, baseURL })
  page.setDefaultTimeout(PATIENCE_MS)
  return {
    page,
    async close() {
      await browser.close()
      await vite.close()
    },
  }
}
