import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createConditions } from '@pitboard/contract/testing/conditions'
import { createOutputWait } from './wait-for-output.ts'

export interface RunningRecorder {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  /** Resolves with the match once stderr contains it. */
  waitForOutput(text: RegExp): Promise<RegExpExecArray>
  waitForExit(): Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** Other processes of the tests have compiled these: half of a short run is loading modules. */
const COMPILE_CACHE = process.env['NODE_COMPILE_CACHE']

/** Runs the recorder as its own process. */
export function runRecorder(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningRecorder {
  const main = join(import.meta.dirname, '../main.ts')
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  })
  return follow(child)
}

/** Runs the recorder as people download it, without this process's environment. */
export function runProgram(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningRecorder {
  return follow(spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], env }))
}

function follow(child: RunningRecorder['process']): RunningRecorder {
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  const conditions = createConditions()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    conditions.check()
  })
  const closed = once(child, 'close')
  child.once('close', () => conditions.end(new Error('The recorder has ended')))
  return {
    process: child,
    waitForOutput: createOutputWait(conditions, () => stderr),
    async waitForExit() {
      await closed
      return { code: child.exitCode, stdout, stderr }
    },
  }
}
