import { Uuid } from '@pitboard/contract/wire/schema'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { errorCode } from '../failure.ts'

const NAME = 'stream.json'
const SAME_BOOT_MS = 10_000

export const StreamFile = Type.Object({
  streamId: Uuid,
  server: Type.String(),
  user: Uuid,
  /** The process writes the recording, and its machine was started then. */
  pid: Type.Integer(),
  bootedAtMs: Type.Number(),
})
export type StreamFile = Static<typeof StreamFile>

export function newStreamFile(target: { server: string; user: string }): StreamFile {
  const { server, user } = target
  return { streamId: crypto.randomUUID(), server, user, pid: process.pid, bootedAtMs: bootedAt() }
}

export function writeStreamFile(folder: string, file: StreamFile): void {
  const path = join(folder, NAME)
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export function hasStreamFile(folder: string): boolean {
  return existsSync(join(folder, NAME))
}

/** Returns null where the folder holds no recording. */
export function readStreamFile(folder: string): StreamFile | null {
  try {
    return Value.Parse(StreamFile, JSON.parse(readFileSync(join(folder, NAME), 'utf8')))
  } catch {
    return null
  }
}

/** Returns whether another recorder is still writing: its process lives, and is not one of an earlier boot. */
export function isBeingWritten({ pid, bootedAtMs }: StreamFile): boolean {
  if (pid === process.pid || Math.abs(bootedAtMs - bootedAt()) > SAME_BOOT_MS) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function bootedAt(): number {
  return Math.round(Date.now() - uptime() * 1000)
}
