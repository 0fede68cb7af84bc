import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { onlyInLongRun, sampleOf } from '@pitboard/contract/testing/sample'
import { runMain, type RunningMain } from '../../../testing/main-process.ts'
import { canEnter } from './account.ts'
import { isAlive } from './orphan.ts'
import { findPrograms, POSTGRES_MAJOR, program } from './programs.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65_534, gid: 65_534 }
const NEEDS_ROOT = isRoot ? false : 'needs root: it makes files that belong to other users'

const NEEDS_OTHERS =
  NEEDS_ROOT ||
  (canEnter(NOBODY, dirname(process.execPath)) ? false : 'needs a clone that other users can enter')

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-embedded-'))
  chmodSync(folder, 0o755)
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** Most of the tests share one folder, because making a new cluster takes time. */
const dataDir = () => join(folder, 'data')
const pidFile = (dir = dataDir()) => join(dir, 'postgres', 'postmaster.pid')
const postgresPid = (dir?: string) => Number(readFileSync(pidFile(dir), 'utf8').split('\n')[0])

async function start(t: TestContext, env: Record<string, string> = {}): Promise<RunningMain> {
  const main = runMain({ DATA_DIR: dataDir(), ...env })
  t.after(() => main.kill())
  await main.listening
  return main
}

test('the programs are of the major version that data folders are checked for', () => {
  const version = execFileSync(program(findPrograms(), 'postgres'), ['--version'], {
    encoding: 'utf8',
  })
  assert.match(version, new RegExp(`PostgreSQL\\) ${POSTGRES_MAJOR}\\.`))
})

// Each start takes seconds: what a test leaves running or behind is what the next one begins with.
test('starts and ends of a server with its own PostgreSQL', async (t) => {
  let serving: RunningMain | undefined
  t.after(() => serving?.kill())

  await t.test(
    'a start that is killed while it makes the cluster leaves nothing that hinders the next',
    async () => {
      const main = runMain({ DATA_DIR: dataDir() })
      await main.until(() => existsSync(dataDir()) && readdirSync(dataDir()).some(isUnfinished))
      await main.kill()
      assert.equal(existsSync(pidFile()), false)

      serving = runMain({ DATA_DIR: dataDir() })
      await serving.listening
      assert.equal((await fetch(`${serving.url()}/readyz`)).status, 200)
    },
  )

  await t.test('a second server on the folder stops at once and names it', async () => {
    assert.ok(serving)
    const second = runMain({ DATA_DIR: dataDir() })
    assert.equal(await second.ended, 1)
    assert.ok(second.stderr().includes(`Another Pitboard is running on ${dataDir()}`))
    assert.equal((await fetch(`${serving.url()}/readyz`)).status, 200)
  })

  await t.test('SIGTERM stops PostgreSQL with the server, exit 0', async () => {
    const pid = postgresPid()
    assert.equal(await serving?.stop(), 0)
    assert.equal(existsSync(pidFile()), false)
    assert.equal(isAlive(pid), false)
  })

  await t.test('of two that start at the same moment one serves', async () => {
    const mains = [runMain({ DATA_DIR: dataDir() }), runMain({ DATA_DIR: dataDir() })]
    const loser = await Promise.race(mains.map((main) => main.ended.then(() => main)))
    serving = mains.find((main) => main !== loser)
    assert.ok(serving)
    assert.match(loser.stderr(), /Another Pitboard is running on/)
    await serving.listening
    assert.equal((await fetch(`${serving.url()}/readyz`)).status, 200)
  })

  await t.test(
    'a PostgreSQL orphaned by kill -9 is stopped, and the next server starts',
    async () => {
      const orphan = postgresPid()
      await serving?.kill()
      assert.equal(isAlive(orphan), true)

      serving = runMain({ DATA_DIR: dataDir() })
      await serving.listening
      assert.match(serving.stderr(), /stopped a PostgreSQL left running/)
      assert.equal(isAlive(orphan), false)
      assert.notEqual(postgresPid(), orphan)
    },
  )

  await t.test('a PostgreSQL that dies ends the server with a message', async () => {
    process.kill(postgresPid(), 'SIGKILL')
    assert.equal(await serving?.ended, 1)
    assert.match(
      serving?.stderr() ?? '',
      /PostgreSQL ended \(signal SIGKILL\).*postgres\.log says why/,
    )
  })

  await t.test(
    'a pid file that was left behind does not hinder, not even if its number lives on',
    async () => {
      // PostgreSQL itself sees through a number that went to another user's program, not to its own's.
      const { uid, gid } = statSync(join(dataDir(), 'postgres'))
      const other = spawn('/bin/sh', ['-c', 'read _'], isRoot ? { uid, gid, cwd: '/' } : {})
      t.after(() => other.kill())
      for (const pid of sampleOf([other.pid, 2 ** 22 + 1], 1)) {
        writeFileSync(
          pidFile(),
          `${pid}\n${join(dataDir(), 'postgres')}\n1700000000\n1\n\n127.0.0.1\n`,
        )
        serving = runMain({ DATA_DIR: dataDir() })
        await serving.listening
        assert.equal(await serving.stop(), 0)
      }
    },
  )
})

test('data of another major version is left alone, with a way to move it', async () => {
  const file = join(dataDir(), 'postgres', 'PG_VERSION')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, '17\n')
  const main = runMain({ DATA_DIR: dataDir() })
  assert.equal(await main.ended, 1)
  assert.match(main.stderr(), /was made by PostgreSQL 17; this Pitboard brings 18.*pg_dump/s)
  assert.equal(readFileSync(file, 'utf8'), '17\n')
  writeFileSync(file, before)
})

onlyInLongRun(() => {
  test(
    'as root below a folder closed to others, the data gets a place of its own',
    { skip: NEEDS_ROOT },
    async (t) => {
      const closed = join(folder, 'closed')
      const inside = join(closed, 'data')
      mkdirSync(inside, { recursive: true })
      chmodSync(closed, 0o700)
      const first = await start(t, { DATA_DIR: inside })
      const place = readFileSync(join(inside, 'postgres-is-at.txt'), 'utf8').trim()
      t.after(() => rmSync(place, { recursive: true, force: true }))
      assert.match(place, /^\/var\/lib\/pitboard\/[0-9a-f]{12}$/)
      assert.equal(await first.stop(), 0)

      const second = await start(t, { DATA_DIR: inside })
      assert.ok(second.stderr().includes(join(place, 'postgres')))
      const other = runMain({ DATA_DIR: inside })
      assert.equal(await other.ended, 1)
      assert.equal(await second.stop(), 0)
    },
  )
})

onlyInLongRun(() => {
  test(
    'an ordinary user runs it directly, and root goes on as the owner of the data',
    { skip: NEEDS_OTHERS },
    async (t) => {
      const own = join(folder, 'ordinary')
      mkdirSync(own)
      chownSync(own, NOBODY.uid, NOBODY.gid)
      const first = runMain({ DATA_DIR: own }, NOBODY)
      t.after(() => first.kill())
      await first.listening
      assert.equal(await first.stop(), 0)

      const second = await start(t, { DATA_DIR: own })
      const status = readFileSync(`/proc/${postgresPid(own)}/status`, 'utf8')
      assert.match(status, /^Uid:\s+65534/m)
      assert.equal(await second.stop(), 0)
    },
  )
})

function isUnfinished(name: string): boolean {
  return name.startsWith('postgres.new-')
}
