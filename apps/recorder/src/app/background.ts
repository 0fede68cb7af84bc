import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppArguments } from '../arguments.ts'
import type { Installation } from '../update/installed-program.ts'

const STARTS_WITHIN_MS = 20_000
const LOOK_MS = 50

/**
 * Windows before 11 24H2 opens a console window for a program that is started without a command, by a double click: the
 * recorder goes on without it.
 */
export function leaveOwnConsole(
  argv: readonly string[],
  installation: Installation,
  isTerminal: boolean,
): readonly string[] {
  const isOnWindows = installation.kind === 'program' && installation.platform === 'windows-x64'
  return isOnWindows && isTerminal && argv.length === 0 ? ['app', '--background'] : argv
}

interface BackgroundStart {
  readonly installation: Installation
  readonly args: AppArguments
  readonly env: NodeJS.ProcessEnv
  /** Returns whether a recorder of this user runs. */
  isUp(): Promise<boolean>
  readonly startsWithinMs?: number
}

/**
 * Starts the recorder once more, by itself. Resolves when its page answers, or when it takes long; with false where it
 * cannot be started or ends with a failure.
 */
export async function startInBackground(start: BackgroundStart): Promise<boolean> {
  const { isUp, env, startsWithinMs = STARTS_WITHIN_MS } = start
  const [program, ...words] = commandOf(start)
  // "detached" is what takes the console away on Windows.
  const child = spawn(program, words, { detached: true, stdio: 'ignore', windowsHide: true, env })
  const end: { hasFailed: boolean; isOver: boolean } = { hasFailed: false, isOver: false }
  const over = (code: number | null) => {
    end.hasFailed = code !== 0
    end.isOver = true
  }
  child.once('error', () => over(null))
  child.once('exit', over)
  const untilMs = performance.now() + startsWithinMs
  while (!end.isOver && performance.now() < untilMs && !(await isUp())) await pause(LOOK_MS)
  child.unref()
  return !end.hasFailed
}

function commandOf({ installation, args }: BackgroundStart): readonly [string, ...string[]] {
  const { openBrowser, listenPort } = args
  const words = [
    'app',
    ...(openBrowser ? [] : ['--no-browser']),
    ...(listenPort === null ? [] : ['--listen', String(listenPort)]),
  ]
  if (installation.kind === 'program') return [installation.path, ...words]
  const [node = process.execPath, script = ''] = process.argv
  return [node, script, ...words]
}
