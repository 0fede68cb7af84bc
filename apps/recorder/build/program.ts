import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { withAdHocSignature } from './ad-hoc-signature.ts'
import { readPe, withoutSignature } from './pe.ts'
import { readNode } from './platform-node.ts'
import { makePayload } from './payload.ts'
import type { ProgramPlatform } from './platforms.ts'
import { VERSION } from '@pitboard/recorder/version'
import { unfinishedName } from './unfinished.ts'
import { zip } from './zip.ts'

/** Node looks for its payload under this name. */
export const PAYLOAD_NAME = 'NODE_SEA_BLOB'
/** Node looks for a payload where this is followed by `:1`. */
export const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js')

/**
 * Writes the single-file program of a platform into `folder`. The signer is a program that signs the Windows program
 * in the file that is its argument.
 */
export async function buildProgram(
  target: ProgramPlatform,
  bundle: string,
  folder: string,
  signer: string | null = null,
): Promise<void> {
  const work = join(folder, unfinishedName(target.file))
  const payload = `${work}.payload`
  try {
    const node = await readNode(target.node)
    writeFileSync(work, target.format === 'pe' ? await asWindowsProgram(node, target.file) : node)
    if (target.format === 'elf') strip(work)
    writeFileSync(payload, makePayload(bundle, target.node.version))
    const segment = target.format === 'mach-o' ? ['--macho-segment-name', 'NODE_SEA'] : []
    execFileSync(
      process.execPath,
      [postject, work, PAYLOAD_NAME, payload, '--sentinel-fuse', FUSE, ...segment],
      { stdio: 'pipe' },
    )
    if (target.format === 'pe' && signer !== null) sign(work, signer)
    if (target.format === 'mach-o') writeFileSync(work, await makeMacArchive(readFileSync(work)))
    else chmodSync(work, 0o755)
    renameSync(work, join(folder, target.file))
  } finally {
    for (const path of [work, payload]) rmSync(path, { force: true })
  }
}

/** Leaves out the signature of Node, which would not fit; the payload follows, and then a signature of our own. */
async function asWindowsProgram(node: Buffer, fileName: string): Promise<Buffer> {
  // The other programs, and the archive that each server packs, don't need what draws the icon.
  const { withWindowsResources } = await import('./windows-resources.ts')
  return withWindowsResources(withoutSignature(node), fileName, VERSION)
}

/** The site tells visitors that the program is signed: a signer that does nothing is not believed. */
function sign(path: string, signer: string): void {
  execFileSync(signer, [path], { stdio: 'pipe' })
  if (!readPe(readFileSync(path)).isSigned) throw new Error(`${signer} has signed nothing.`)
}

const MAC_PROGRAM = 'pitboard-recorder'

async function makeMacArchive(injected: Buffer): Promise<Buffer> {
  const program = withAdHocSignature(injected, MAC_PROGRAM)
  return zip([
    { name: MAC_PROGRAM, content: program, isExecutable: true },
    { name: 'README.txt', content: macReadMe, isExecutable: false },
  ])
}

const macReadMe = `Pitboard recorder

Open pitboard-recorder; a page opens in the browser. "--help" in Terminal lists what it can do
without one.

It is not signed with a certificate of Apple, so macOS stops it the first time. System Settings,
Privacy & Security, "Open Anyway" lets it run; or, in Terminal, in this folder:

  xattr -d com.apple.quarantine pitboard-recorder
`

/**
 * Strips the program before the payload is added, because the payload would be lost afterwards. Only a `strip` that
 * knows the processor can do it.
 */
function strip(path: string): void {
  const before = readFileSync(path)
  const { status } = spawnSync('strip', [path], { stdio: 'ignore' })
  if (status !== 0) writeFileSync(path, before)
}
