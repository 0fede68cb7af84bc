import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { openTestS3, type TestS3 } from '../../testing/s3-server.ts'
import { deleteStoredFiles, type FileStore, FileTooLarge, readStoredFile } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'
import { createS3Files } from './s3-files.ts'

let folder: string
let s3: TestS3
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-files-'))
  s3 = await openTestS3()
})
after(async () => {
  await s3.close()
  rmSync(folder, { recursive: true })
})

const STORES: ReadonlyMap<string, { open: () => FileStore; names: () => string[] }> = new Map([
  [
    'a folder',
    {
      open: () => createFolderFiles(folder),
      names: () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isFile),
    },
  ],
  ['S3', { open: () => createS3Files(s3.url), names: () => s3.keys() }],
])

const isFile = (name: string) => /\.\w+$/.test(name)

async function* inChunks(bytes: Buffer, chunkBytes: number) {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

async function* failing() {
  yield randomBytes(100_000)
  throw new Error('The source is gone.')
}

async function keysOf(files: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list(prefix)) keys.push(key)
  return keys.toSorted()
}

for (const [name, { open, names }] of STORES) {
  void suite(`files in ${name}`, () => {
    let files: FileStore
    before(() => {
      files = open()
    })
    after(() => files.close())

    void test('a file is read as it was written, from bytes and from a stream', async () => {
      await files.check()
      const small = randomBytes(1000)
      assert.equal(await files.put('files/ab/small.bin', small), 1000)
      assert.deepEqual(await readStoredFile(files, 'files/ab/small.bin'), small)
      // The content takes several parts of an upload to S3.
      const large = randomBytes(20 * 2 ** 20)
      assert.equal(await files.put('captures/one/1.zst', inChunks(large, 70_001)), large.length)
      assert.ok((await readStoredFile(files, 'captures/one/1.zst'))?.equals(large))
      assert.equal(await files.put('files/ab/empty.bin', Buffer.alloc(0)), 0)
      assert.deepEqual(await readStoredFile(files, 'files/ab/empty.bin'), Buffer.alloc(0))
    })

    void test('a part of a file is read, and its whole size is known', async () => {
      const bytes = randomBytes(5_000)
      await files.put('files/ab/part.bin', bytes)
      for (const [first, last] of [
        [100, 199],
        [100, null],
        [0, 1],
      ] as const) {
        const opened = await files.get('files/ab/part.bin', { first, last })
        assert.ok(opened)
        const read = Buffer.concat(await opened.content.toArray())
        assert.deepEqual(read, bytes.subarray(first, last === null ? undefined : last + 1))
        assert.equal(opened.bytes, 5_000)
      }
    })

    void test('a missing file is null, and is deleted without an error', async () => {
      assert.equal(await files.get('files/none.bin'), null)
      assert.equal(await files.stat('files/none.bin'), null)
      await files.delete('files/none.bin')
      await files.put('files/gone/gone.bin', Buffer.from('x'))
      await files.delete('files/gone/gone.bin')
      assert.equal(await files.get('files/gone/gone.bin'), null)
    })

    void test('a file is replaced as a whole; its size and time are those of the last write', async () => {
      await files.put('replays/a.v/replay.json', Buffer.from('first, and longer'))
      const startedMs = Date.now()
      await files.put('replays/a.v/replay.json', Buffer.from('second'))
      const known = await files.stat('replays/a.v/replay.json')
      assert.ok(known)
      assert.equal(known.bytes, 6)
      assert.ok(Math.abs(known.writtenAt.getTime() - startedMs) < 5_000)
    })

    void test('of a write that fails, or of too many bytes, nothing is stored', async () => {
      const before = names().length
      await assert.rejects(files.put('files/half.bin', failing()), /The source is gone/)
      const large = randomBytes(9 * 2 ** 20)
      const limited = files.put('files/limit.bin', inChunks(large, 65_536), large.length - 1)
      await assert.rejects(limited, FileTooLarge)
      await assert.rejects(files.put('files/limit.bin', Buffer.alloc(11), 10), FileTooLarge)
      assert.equal(await files.put('files/limit.bin', Buffer.alloc(10), 10), 10)
      await files.delete('files/limit.bin')
      assert.equal(names().length, before)
    })

    void test('files are listed by the beginning of their keys, and deleted by it', async () => {
      const keys = ['list/a.v1/0.gz', 'list/a.v1/1.gz', 'list/a.v2/0.gz', 'list/ab.v1/0.gz']
      for (const key of keys) await files.put(key, Buffer.from(key))
      assert.deepEqual(await keysOf(files, 'list/'), keys)
      assert.deepEqual(await keysOf(files, 'list/a.'), keys.slice(0, 3))
      assert.deepEqual(await keysOf(files, 'list/a.v1/'), keys.slice(0, 2))
      assert.deepEqual(await keysOf(files, 'none/'), [])
      await deleteStoredFiles(files, 'list/a.')
      assert.deepEqual(await keysOf(files, 'list/'), ['list/ab.v1/0.gz'])
    })

    void test('a key that leaves its folder is refused', async () => {
      for (const key of ['../a', 'a/../b', '/a', 'a//b', '', 'a\0b', './a']) {
        await assert.rejects(files.put(key, Buffer.of(1)), TypeError, key)
        await assert.rejects(files.get(key), TypeError, key)
      }
    })

    void test('files of one folder are written and deleted side by side', async () => {
      const work = Array.from({ length: 30 }, async (_, n) => {
        await files.put(`files/zz/${n}.bin`, Buffer.from(String(n)))
        await files.delete(`files/zz/${n}.bin`)
      })
      await Promise.all(work)
      assert.deepEqual(await keysOf(files, 'files/zz/'), [])
    })
  })
}
