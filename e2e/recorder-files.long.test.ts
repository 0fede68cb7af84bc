import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { DownloadPlatform } from '@pitboard/contract/site/downloads'
import { VERSION } from '@pitboard/recorder/version'
import { readCodeDirectory } from '@pitboard/recorder/build/ad-hoc-signature'
import { bundleRecorder } from '@pitboard/recorder/build/bundle'
import { pageHashes, readMachO } from '@pitboard/recorder/build/mach-o'
import { makePayload } from '@pitboard/recorder/build/payload'
import { readPe, ResourceType } from '@pitboard/recorder/build/pe'
import { PackageAway, readNode } from '@pitboard/recorder/build/platform-node'
import { programPlatforms, type ProgramPlatform } from '@pitboard/recorder/build/platforms'
import { buildProgram, FUSE, PAYLOAD_NAME } from '@pitboard/recorder/build/program'
import { writeCertificate } from '@pitboard/server/racing/ingest/transports/certificate-files.fixture'
import { builtProgram } from './src/recorder-program.ts'
import { unzip } from './src/unzip.ts'

const SIGNER = fileURLToPath(new URL('../deploy/sign-recorder.sh', import.meta.url))

// `recorder-program.long.test.ts` runs the program of Linux; these cannot run here, and packing them takes a minute.

test('the Windows program: a valid PE, unsigned, with our icon and name, and its payload is the same bundle', async (t) => {
  const program = await foreignProgram(t, 'windows-x64')
  if (program === null) return
  const { machine, isSigned, sections, subsystem, findResource } = readPe(program)
  assert.equal(machine, 0x8664)
  assert.equal(isSigned, false)
  for (const [index, section] of sections.entries()) {
    const next = sections[index + 1]
    if (next === undefined) break
    assert.ok(section.address + section.size <= next.address, `${section.name} in memory`)
    assert.ok(section.fileAt + section.fileBytes <= next.fileAt, `${section.name} in the file`)
  }
  const bundle = await bundleRecorder(VERSION)
  // It is a console program without a console of its own (docs/decisions/076-no-console-window.md).
  assert.equal(subsystem, 3)
  assert.match(String(findResource(ResourceType.manifest, 1)), /asInvoker.*>detached</s)
  const version = findResource(ResourceType.version, 1)?.toString('utf16le') ?? ''
  for (const text of ['Pitboard recorder', VERSION, targetOf('windows-x64').file]) {
    assert.ok(version.includes(`${text}\0`), text)
  }
  assert.doesNotMatch(version, /JavaScript Runtime|node\.exe/)
  assert.equal(findResource(ResourceType.iconGroup, 1)?.readUInt16LE(4), 6, 'icons')
  const payload = findResource(ResourceType.data, PAYLOAD_NAME)
  assert.ok(payload !== null && payload.includes(bundle))
  assert.ok(payload.equals(makePayload(bundle, targetOf('windows-x64').node.version)))
  assert.ok(program.includes(`${FUSE}:1`))
})

test(
  'a signer signs the Windows program, whose payload stays',
  { skip: isMissing('osslsigncode') && 'osslsigncode is not installed' },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-signed-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const { ingestTlsCert, ingestTlsKey } = writeCertificate(t)
    Object.assign(process.env, { SIGN_CERT: ingestTlsCert, SIGN_KEY: ingestTlsKey })
    const target = targetOf('windows-x64')
    try {
      await buildProgram(target, await bundleRecorder(VERSION), folder, SIGNER)
    } catch (error) {
      if (!(error instanceof PackageAway)) throw error
      return t.skip(error.message)
    }
    const file = join(folder, target.file)
    const { isSigned, findResource } = readPe(readFileSync(file))
    assert.equal(isSigned, true)
    assert.ok(findResource(ResourceType.data, PAYLOAD_NAME)?.includes(VERSION))
    assert.ok(findResource(ResourceType.iconGroup, 1))
    const { stdout } = spawnSync('osslsigncode', ['verify', '-CAfile', ingestTlsCert, file], {
      encoding: 'utf8',
    })
    const digests = stdout.matchAll(/^(?:Current|Calculated) message digest\s*: (\w+)/gm)
    const [stored, calculated] = [...digests].map(([, digest]) => digest)
    assert.ok(stored)
    assert.equal(stored, calculated, 'the signature is that of the whole file')
  },
)

function isMissing(program: string): boolean {
  return spawnSync(program, ['--version']).status !== 0
}

for (const platform of ['macos-arm64', 'macos-x64'] as const) {
  test(`${platform}: the signature fits its pages, the payload is the same bundle`, async (t) => {
    const archive = await foreignProgram(t, platform)
    if (archive === null) return
    const [program] = await unzip(archive)
    assert.ok(program)
    assert.equal(program.mode, 0o100755)
    const directory = readCodeDirectory(program.bytes)
    const { segments, signature } = readMachO(program.bytes)
    assert.ok(directory && signature)
    const { limit, pageBytes, hashes } = directory
    assert.equal(limit, signature.at)
    assert.equal(signature.at + signature.bytes, program.bytes.length)
    assert.deepEqual(pageHashes(program.bytes, limit, pageBytes), hashes)
    const last = segments.at(-1)
    assert.equal(last?.name, '__LINKEDIT')
    assert.equal(last.fileAt + last.fileBytes, program.bytes.length)

    const section = segments.find(({ name }) => name === 'NODE_SEA')?.sections[0]
    assert.ok(section)
    const { node } = targetOf(platform)
    const payload = program.bytes.subarray(section.at, section.at + section.bytes)
    assert.ok(payload.equals(makePayload(await bundleRecorder(VERSION), node.version)))

    // Pages are hashed as Apple's tool does it; Node's own signature verifies the same way.
    const original = await readNode(node)
    const signed = readCodeDirectory(original)
    assert.ok(signed)
    assert.deepEqual(pageHashes(original, signed.limit, signed.pageBytes), signed.hashes)
  })
}

async function foreignProgram(t: TestContext, platform: DownloadPlatform): Promise<Buffer | null> {
  try {
    return readFileSync(await builtProgram(platform))
  } catch (error) {
    if (!(error instanceof PackageAway)) throw error
    t.skip(error.message)
    return null
  }
}

function targetOf(platform: DownloadPlatform): ProgramPlatform {
  const target = programPlatforms.find((one) => one.platform === platform)
  if (target === undefined) throw new Error(`No program for ${platform}`)
  return target
}
