import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const MAIN = fileURLToPath(new URL('../../apps/recorder/src/main.ts', import.meta.url))
const PAGE_FILES = /[\\/]page[\\/]page-files\.ts$/
const VERSION = /[\\/]recorder[\\/]src[\\/]version\.ts$/

/** The recorder as one CommonJS file that needs Node alone. */
export async function bundleRecorder(version: string): Promise<string> {
  const build = await rolldown({
    input: MAIN,
    platform: 'node',
    plugins: [
      {
        name: 'what the recorder reads from disk beside its sources',
        load(id) {
          if (PAGE_FILES.test(id)) return pageFiles(id)
          if (VERSION.test(id)) return `export const VERSION = ${JSON.stringify(version)}`
          return null
        },
      },
    ],
  })
  try {
    const { output } = await build.generate({ format: 'cjs', codeSplitting: false })
    const [chunk] = output
    if (output.length !== 1) throw new Error('The bundle is more than one file.')
    return chunk.code
  } finally {
    await build.close()
  }
}

function pageFiles(id: string): string {
  const files = { html: 'page.html', css: 'page.css', js: 'page.js', german: 'german.js' }
  const texts = Object.entries(files).map(([kind, name]) => [
    kind,
    readFileSync(id.replace('page-files.ts', name), 'utf8'),
  ])
  return `export const pageFiles = ${JSON.stringify(Object.fromEntries(texts))}`
}
