import { execFile } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * The Chromium inside of an npm package is for machines that have none. It brings the libraries and fonts that a small
 * system lacks; the package has it for Linux on x64 alone.
 */
const PACKAGE = '@sparticuz/chromium'
const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url))
const PROGRAM = 'chromium-with-libraries'
const runProgram = promisify(execFile)

/** Returns the path of the program, if it has been unpacked. */
function findUnpacked(): string | null {
  if (!isForThisMachine()) return null
  const folder = [folderOfClone(), folderOfUser()].find(isTrusted)
  return folder === undefined ? null : join(folder, PROGRAM)
}

/** Unpacks it once for this clone or this user, which takes some seconds. Returns null on another system. */
export async function unpackChromium(): Promise<string | null> {
  const found = findUnpacked()
  if (found !== null || !isForThisMachine()) return found
  const folder = [folderOfClone(), folderOfUser()].find((each) => canWriteTo(dirname(each)))
  if (folder === undefined) return null
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    await runProgram(process.execPath, [UNPACK], { env: { ...process.env, TMPDIR: unfinished } })
    writeFileSync(join(unfinished, 'fonts.conf'), describeFonts(folder))
    writeFileSync(join(unfinished, PROGRAM), START, { mode: 0o755 })
    // Programs of other users start it too.
    chmodSync(unfinished, 0o755)
    chmodSync(join(unfinished, 'chromium'), 0o755)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another run was faster.
    const other = findUnpacked()
    if (other !== null) return other
    throw error
  }
  return join(folder, PROGRAM)
}

function isForThisMachine(): boolean {
  return process.platform === 'linux' && process.arch === 'x64'
}

function folderOfClone(): string {
  const modules = new URL('../../../node_modules/.cache/', import.meta.url)
  return join(fileURLToPath(modules), `pitboard-chromium-${readVersion()}`)
}

/** This folder is used if the clone is read-only. */
function folderOfUser(): string {
  return join(tmpdir(), `pitboard-chromium-${readVersion()}-${userInfo().uid}`)
}

/** Others could have put a program of theirs where everybody may write. */
function isTrusted(folder: string): boolean {
  try {
    const { uid } = statSync(join(folder, PROGRAM))
    return uid === userInfo().uid || uid === statSync(UNPACK).uid
  } catch {
    return false
  }
}

function readVersion(): string {
  const main = fileURLToPath(import.meta.resolve(PACKAGE))
  const description: unknown = JSON.parse(
    readFileSync(join(dirname(main), '../package.json'), 'utf8'),
  )
  if (typeof description !== 'object' || description === null || !('version' in description)) {
    throw new Error(`${PACKAGE} does not say its version`)
  }
  return String(description.version)
}

function canWriteTo(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The fonts of the system come first; a system without any has those of the package. */
function describeFonts(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`
}

const START = `#!/bin/sh
folder=$(dirname "$0")
export LD_LIBRARY_PATH="$folder/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" "$@"
`
