import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DownloadPlatform } from '@pitboard/contract/site/downloads'
import { VERSION } from '../../platform/config/config.ts'
import { createLog } from '../../platform/diagnostics/log.ts'
import { buildMissingPrograms } from './build-programs.ts'

test('programs are built where one is missing or of another version, and not again; a failure ends nothing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-programs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const list = (platforms: readonly string[], ofEarlier?: string) => {
    const entries = platforms.map((platform) => ({
      platform,
      file: `recorder-${platform}`,
      kind: 'program',
      bytes: 1,
      sha256: '0'.repeat(64),
      version: platform === ofEarlier ? '0.0.1' : VERSION,
    }))
    writeFileSync(
      join(folder, 'manifest.json'),
      JSON.stringify({ version: VERSION, platforms: entries }),
    )
  }
  const built = join(folder, 'built')
  const program = join(folder, 'build.mjs')
  const source = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(built)}, '')`
  writeFileSync(program, `${source}; process.exitCode = 1`)
  const { signal } = new AbortController()
  const build = () => buildMissingPrograms({ folder, program, signal, log: createLog('silent') })
  list(DownloadPlatform.enum)
  await build()
  assert.equal(existsSync(built), false)
  for (const [listed, ofEarlier] of [
    [['portable']],
    [DownloadPlatform.enum, 'macos-x64'],
  ] as const) {
    list(listed, ofEarlier)
    await build()
    assert.equal(existsSync(built), true)
    rmSync(built)
  }
})
