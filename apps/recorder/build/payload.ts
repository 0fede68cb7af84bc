import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payloadNode } from './platform-node.ts'

/** Returns the bundle in the form that a Node of exactly this version looks for inside itself. */
export function makePayload(bundle: string, version: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-payload-'))
  try {
    // The name ends up in the payload: relative, so that the same sources give the same bytes.
    writeFileSync(join(folder, 'pitboard-recorder.cjs'), bundle)
    const config = {
      main: 'pitboard-recorder.cjs',
      output: 'payload.blob',
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      // Compiled code belongs to one processor.
      useCodeCache: false,
    }
    writeFileSync(join(folder, 'sea.json'), JSON.stringify(config))
    execFileSync(payloadNode(version), ['--experimental-sea-config', 'sea.json'], {
      cwd: folder,
      stdio: 'pipe',
    })
    return readFileSync(join(folder, 'payload.blob'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
