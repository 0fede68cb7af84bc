import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressAssets } from './compress-assets.ts'

test('texts have both compressed forms beside them, and pictures none; doing it again leaves the same files', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-assets-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  const script = 'export const lap = 1\n'.repeat(200)
  writeFileSync(join(folder, 'assets/lap.js'), script)
  writeFileSync(join(folder, 'icon.png'), script)
  for (const round of [1, 2]) {
    await compressAssets(folder)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      names.toSorted(),
      ['assets', 'assets/lap.js', 'assets/lap.js.br', 'assets/lap.js.gz', 'icon.png'],
      `round ${round}`,
    )
  }
  const read = (ending: string) => readFileSync(join(folder, `assets/lap.js.${ending}`))
  assert.equal(brotliDecompressSync(read('br')).toString(), script)
  assert.equal(gunzipSync(read('gz')).toString(), script)
})
