import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { describeNotices, findNotices, readNotice } from '@pitboard/notices/notices'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const PAGE_FILES = /[\\/]page[\\/]page-files\.ts$/
const VERSION = /[\\/]recorder[\\/]src[\\/]version\.ts$/
const NOTICES = /[\\/]recorder[\\/]src[\\/]notices\.ts$/
/** What the bundle contains is known when the rest of it has been written. */
const NOTICES_COME_HERE = JSON.stringify('The licences of others come here.')
/** Packages of `optionalDependencies` have these names: npm installs the one for this system. */
const NODE_PACKAGE = /^node-(bin-)?(darwin|linux|win)-(arm64|x64)$/
const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Bundles the recorder as one CommonJS file that needs Node alone. */
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
          if (NOTICES.test(id)) return `export const NOTICES = ${NOTICES_COME_HERE}`
          return null
        },
        renderChunk(code, { moduleIds }) {
          return code.replace(NOTICES_COME_HERE, () => JSON.stringify(noticesOf(moduleIds)))
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

/**
 * Collects the notices of the bundled modules, of what the bundler adds, and of Node, which most of the programs
 * contain.
 */
function noticesOf(moduleIds: readonly string[]): string {
  const node = readdirSync(MODULES).find((name) => NODE_PACKAGE.test(name))
  if (node === undefined)
    throw new Error('No Node of npm is installed whose licence could be read.')
  const others = ['rolldown', node].map((name) => readNotice(join(MODULES, name)))
  return describeNotices('The Pitboard recorder', [...findNotices(moduleIds), ...others])
}

function pageFiles(id: string): string {
  const files = { html: 'page.html', css: 'page.css', js: 'page.js', german: 'german.js' }
  const texts = Object.entries(files).map(([kind, name]) => [
    kind,
    readFileSync(id.replace('page-files.ts', name), 'utf8'),
  ])
  return `export const pageFiles = ${JSON.stringify(Object.fromEntries(texts))}`
}
