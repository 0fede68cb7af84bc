import { runApp } from './app/app.ts'
import { startInBackground } from './app/background.ts'
import { findKnownServer } from './app/known-server.ts'
import { pair } from './app/pair.ts'
import { findRunningApp } from './app/running-app.ts'
import { configFolder, openSettings } from './app/settings.ts'
import {
  type AppArguments,
  type FileArguments,
  readArguments,
  type RecordArguments,
  type UnpairedArguments,
  usage,
} from './arguments.ts'
import type { Outcome } from './commands/outcome.ts'
import { record } from './commands/record.ts'
import { sendFile } from './commands/send-file.ts'
import { errorText, Failure } from './failure.ts'
import { NOTICES } from './notices.ts'
import type { Progress } from './progress.ts'
import type { Installation } from './update/installed-program.ts'
import { VERSION } from './version.ts'

const SAME_SIGNAL_MS = 1_000

/** The recorder knows its process and its computer by these alone, so that tests can give it others. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly installation: Installation
  /** The recorder speaks with its user here. */
  readonly progress: Progress
  /** Writes for other programs, and resolves once the line is out. */
  writeLine(text: string): Promise<void>
  /** Shows an error with the places in the code that it came from. */
  printDetails(error: unknown): void
  onInterrupt(listener: () => void): void
  /** The listener gets every error that nobody has caught. */
  onFault(listener: (error: Error) => void): void
  openBrowser(address: string): void
  /** Ends the process at once. */
  exit(code: number): void
}

/** Runs what the command line asks for, and resolves with the exit code. */
export async function runRecorder(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { env, progress, writeLine, exit } = surroundings
  const { print } = progress
  let isRecording = false
  let lastFault = ''
  surroundings.onFault((error) => {
    // The race is worth more than what has failed beside it.
    if (isRecording) {
      if (error.message !== lastFault) printError(error, surroundings)
      lastFault = error.message
      return
    }
    progress.stop()
    printError(error, surroundings)
    exit(1)
  })
  try {
    const args = readArguments(
      argv,
      env,
      () => openSettings(configFolder(env), print).current.target,
      () => findKnownServer(env),
    )
    if (args.command === 'help') {
      await writeLine(usage)
      return 0
    }
    if (args.command === 'version') {
      await writeLine(VERSION)
      return 0
    }
    if (args.command === 'notices') {
      await writeLine(NOTICES)
      return 0
    }
    isRecording = args.command === 'app' || args.command === 'record'
    const interrupted = createInterruption(surroundings)
    if (args.command === 'app') {
      if (args.inBackground && (await leaveTerminal(args))) return 0
      return await runApp(args, { ...surroundings, print, interrupted })
    }
    const outcome = await run(args, interrupted)
    if (args.json) await writeLine(toJson(outcome))
    else for (const { sessionUrl } of outcome.sessions) print(sessionUrl)
    return outcome.exitCode
  } catch (error) {
    progress.stop()
    printError(error, surroundings)
    return 1
  }

  /** Returns false where it does not start there: here it says why. */
  async function leaveTerminal(args: AppArguments): Promise<boolean> {
    const folder = configFolder(env)
    const hasStarted = await startInBackground({
      installation: surroundings.installation,
      args,
      env,
      isUp: async () => (await findRunningApp(folder)) !== null,
    })
    if (hasStarted) print('The recorder runs in the background; its page has a button to end it.')
    return hasStarted
  }

  async function run(
    args: RecordArguments | UnpairedArguments | FileArguments,
    interrupted: AbortSignal,
  ): Promise<Outcome> {
    if (args.command === 'pairAndRecord') {
      const paired = await pair(args.unpairedServer, print, interrupted)
      openSettings(configFolder(env), print).changeSettings(paired)
      return record({ ...args, command: 'record', target: paired.target }, progress, interrupted)
    }
    if (args.command === 'record') return record(args, progress, interrupted)
    return sendFile(args, progress, interrupted)
  }
}

/**
 * The first Ctrl-C ends in order, a later one at once. The terminal and npm both pass on the same
 * signal, so a second one within a moment does not count.
 */
function createInterruption({ onInterrupt, progress, exit }: Surroundings): AbortSignal {
  const interrupted = new AbortController()
  let firstAtMs = 0
  onInterrupt(() => {
    if (!interrupted.signal.aborted) {
      firstAtMs = Date.now()
      progress.print('Sending the rest; once more to end at once')
      interrupted.abort()
    } else if (Date.now() - firstAtMs > SAME_SIGNAL_MS) exit(130)
  })
  return interrupted.signal
}

function printError(error: unknown, { env, progress, printDetails }: Surroundings): void {
  progress.print(`recorder: ${errorText(error)}`)
  if (error instanceof Failure) progress.print(`  ${error.remedy}`)
  else if (env['PITBOARD_DEBUG'] !== undefined) printDetails(error)
  else progress.print('  This is a fault of the recorder: PITBOARD_DEBUG=1 shows where.')
}

function toJson({ sent, acknowledged, sessions }: Outcome): string {
  return JSON.stringify({ sent, acknowledged, sessions })
}
