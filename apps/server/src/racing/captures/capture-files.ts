import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createFolderFiles } from '../../platform/files/folder-files.ts'
import {
  type CapturedDatagram,
  packCapture,
  readDatagrams,
  unpackFrames,
} from './capture-format.ts'

/** Writes a capture to a file of this machine; the file is durable when it resolves. */
export async function writeCaptureFile(
  path: string,
  datagrams: AsyncIterable<CapturedDatagram>,
): Promise<void> {
  await createFolderFiles(dirname(path)).put(basename(path), packCapture(datagrams))
}

export async function* readCaptureFile(path: string): AsyncGenerator<CapturedDatagram> {
  const { size } = await stat(path)
  const openAt = async (start: number) => createReadStream(path, { start })
  yield* readDatagrams(path, unpackFrames(path, size, openAt))
}

export async function removeCaptureFile(path: string): Promise<void> {
  await rm(path, { force: true })
}
