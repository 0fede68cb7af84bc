import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The program is one of our own and runs beside the server. */
export interface Program {
  /** Resolves once it prints a line that matches. */
  waitForLine(pattern: RegExp): Promise<void>
  /** Resolves with a message if it ends with an error. */
  readonly failed: Promise<string>
  stop(): Promise<void>
}

const LINES_MAX = 20

export function startProgram(
  name: string,
  file: string,
  words: readonly string[],
  options: Readonly<Record<string, string>>,
): Program {
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])
  const child = spawn(process.execPath, [file, ...words, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.push(line) > LINES_MAX) lines.shift()
      for (const listener of listeners) listener(line)
    })
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  const failed = new Promise<string>((resolve) => {
    void ended.then((code) => {
      if (code !== 0) resolve(`The ${name} has ended (exit code ${code}):\n${lines.join('\n')}`)
    })
  })
  return {
    failed,
    async waitForLine(pattern) {
      const printed = new Promise<void>((resolve) => {
        if (lines.some((line) => pattern.test(line))) resolve()
        listeners.add((line) => {
          if (pattern.test(line)) resolve()
        })
      })
      const failure = await Promise.race([printed, failed])
      if (failure !== undefined) throw new Error(failure)
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
