import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NtExecutable, NtExecutableResource } from 'pe-library'
import { Resource } from 'resedit'
import { readPe, ResourceType } from './pe.ts'
import { withWindowsResources } from './windows-resources.ts'

const LANG = 1033
const FILE_NAME = 'pitboard-recorder-windows-x64.exe'
const MANIFEST = '<assembly xmlns="urn:schemas-microsoft-com:asm.v1"><trustInfo/></assembly>'

/** Makes a program of some hundred bytes with resources as Node has them. */
function makeProgram(manifest: string | null): Buffer {
  const program = NtExecutable.createEmpty(false, false)
  program.newHeader.optionalHeader.subsystem = 3
  const resources = NtExecutableResource.from(program)
  const info = Resource.VersionInfo.createEmpty()
  info.lang = LANG
  info.setStringValues(
    { lang: LANG, codepage: 1200 },
    { FileVersion: '24.9.1', LegalCopyright: 'Copyright of Node.', ProductName: 'Node.js' },
  )
  info.outputToResourceEntries(resources.entries)
  if (manifest !== null) {
    const bin = new Uint8Array(Buffer.from(manifest)).buffer
    resources.entries.push({ type: 24, id: 1, lang: LANG, codepage: 1200, bin })
  }
  resources.outputResource(program)
  return Buffer.from(program.generate())
}

test('a Windows program gets the logo in each size, its name and version, and no console window of its own', () => {
  const { subsystem, findResource } = readPe(
    withWindowsResources(makeProgram(MANIFEST), FILE_NAME, '4.5.6'),
  )
  // A terminal waits for a program of this kind, which prints there.
  assert.equal(subsystem, 3)
  const manifest = String(findResource(ResourceType.manifest, 1))
  assert.match(manifest, /<trustInfo\/>.*<consoleAllocationPolicy .*>detached</s)
  const version = findResource(ResourceType.version, 1)?.toString('utf16le') ?? ''
  for (const text of [
    'Pitboard recorder',
    '4.5.6',
    FILE_NAME,
    'Node.js 24.9.1. Copyright of Node.',
  ]) {
    assert.ok(version.includes(`${text}\0`), text)
  }
  const group = findResource(ResourceType.iconGroup, 1) ?? Buffer.alloc(0)
  const sizes = Array.from({ length: group.readUInt16LE(4) }, (_, at) => {
    const entryAt = 6 + at * 14
    const png = findResource(ResourceType.icon, group.readUInt16LE(entryAt + 12))
    assert.equal(png?.toString('latin1', 1, 4), 'PNG')
    return [group[entryAt], png.readUInt32BE(16)]
  })
  // 256 does not fit into the byte, and is written as 0.
  assert.deepEqual(sizes, [
    [16, 16],
    [24, 24],
    [32, 32],
    [48, 48],
    [64, 64],
    [0, 256],
  ])
})

test('the same sources give the same bytes', () => {
  const program = makeProgram(MANIFEST)
  const [first, second] = ['1.0.0', '1.0.0'].map((version) =>
    withWindowsResources(program, FILE_NAME, version),
  )
  assert.ok(first && second?.equals(first))
})

test('a program that is not made like Node is refused: nobody would see that something is missing', () => {
  assert.throws(() => withWindowsResources(makeProgram(null), FILE_NAME, '1.0.0'), /no manifest/)
})
