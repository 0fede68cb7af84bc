import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

const skip = process.platform === 'win32' && 'npm installs there in the ordinary way'

test(
  'a fresh clone asks the registry for the packages of the lock file alone, not for lists of their versions',
  { skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-fresh-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const tar = pack()
    const manifest = { name: '@club/flag', version: '1.2.3' }
    tar.entry({ name: 'package/package.json' }, JSON.stringify(manifest))
    tar.finalize()
    const tarball = gzipSync(await buffer(tar))
    const asked: string[] = []
    const registry = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(tarball)
    })
    registry.listen(0, '127.0.0.1')
    await once(registry, 'listening')
    t.after(() => registry.close())
    const address = registry.address()
    assert.ok(address !== null && typeof address === 'object')

    const root = { name: 'clone', version: '1.0.0', workspaces: ['apps/*'] }
    const app = { name: '@pitboard/app', version: '1.0.0', dependencies: { '@club/flag': '1.2.3' } }
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    const packages = {
      '': root,
      'apps/app': app,
      'node_modules/@club/flag': { version: '1.2.3', integrity },
      'node_modules/@pitboard/app': { resolved: 'apps/app', link: true },
    }
    write('package.json', root)
    write('apps/app/package.json', app)
    write('package-lock.json', { ...root, lockfileVersion: 3, requires: true, packages })
    mkdirSync(join(folder, 'scripts'))
    const script = join(folder, 'scripts/prepare.mjs')
    copyFileSync(join(import.meta.dirname, 'prepare.mjs'), script)

    const { port } = address
    await promisify(execFile)(process.execPath, [script], {
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        npm_config_cache: join(folder, 'cache'),
        npm_config_update_notifier: 'false',
        npm_config_registry: `http://127.0.0.1:${port}/npm/`,
      },
    })
    assert.deepEqual(asked, ['/npm/@club/flag/-/flag-1.2.3.tgz'])
    const installed = ['@club/flag', '@pitboard/app'].map((name) => [
      name,
      readdirSync(join(folder, 'node_modules', name)),
    ])
    assert.deepEqual(installed, [
      ['@club/flag', ['package.json']],
      ['@pitboard/app', ['package.json']],
    ])
    const left = readdirSync(folder).filter((name) => name.startsWith('.preparing'))
    assert.deepEqual(left, [])

    function write(name: string, content: object): void {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), JSON.stringify(content))
    }
  },
)
