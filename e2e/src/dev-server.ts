import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '@pitboard/recorder/testing/free-port'

const ROOT = join(import.meta.dirname, '../..')

/** Serves the web app as `npm run dev` serves it, in front of a server; resolves with its address. */
export async function startDevServer(t: TestContext, server: string): Promise<string> {
  const port = await freePort()
  const vite = spawn(
    'vite',
    ['dev', 'apps/web', '--port', String(port), '--strictPort', '--clearScreen', 'false'],
    { cwd: ROOT, env: { ...process.env, PITBOARD_SERVER: server, NO_COLOR: '1' } },
  )
  t.after(() => vite.kill())
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('ready in')) resolve()
    }
    vite.stdout.on('data', read)
    vite.stderr.on('data', read)
    vite.on('error', reject)
    vite.on('exit', (code) => reject(new Error(`vite ended with ${code}: ${output}`)))
  })
  return `http://127.0.0.1:${port}`
}
