import { runApp } from './app/app.ts'
import { findKnownServer } from './app/known-server.ts'
import { configFolder, openSettings } from './app/settings.ts'
import {
  type FileArguments,
  readArguments,
  type RecordArguments,
  type UnpairedArguments,
  usage,
} from './arguments.ts'
import { pair } from './app/pair.ts'
import type { Outcome } from './commands/outcome.ts'
import { record } from './commands/record.ts'
import { sendFile } from './commands/send-file.ts'
import { errorText, Failure } from './failure.ts'
import { findInstallation } from './update/installed-program.ts'
import { NOTICES } from './notices.ts'
import { createProgress } from './progress.ts'
import { VERSION } from './version.ts'

const SAME_SIGNAL_MS = 1_000

// A race must not stop because nobody reads the output.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
// The downloadable program is one CommonJS file, where top-level await does not exist.
void main().then((code) => process.exit(code))

async function main(): Promise<number> {
  const progress = createProgress()
  let isRecording = false
  let lastFault = ''
  process.on('uncaughtException', (error) => {
    // The race is worth more than what has failed beside it.
    if (isRecording) {
      if (error.message !== lastFault) printError(error, progress.print)
      lastFault = error.message
      return
    }
    progress.stop()
    printError(error, progress.print)
    process.exit(1)
  })
  try {
    const args = readArguments(
      process.argv.slice(2),
      process.env,
      () => openSettings(configFolder(), progress.print).current.target,
      findKnownServer,
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
    if (args.command === 'app')
      return await runApp(args, progress.print, onInterrupt(progress.print), findInstallation())
    const outcome = await run(args)
    if (args.json) await writeLine(toJson(outcome))
    else for (const { sessionUrl } of outcome.sessions) progress.print(sessionUrl)
    return outcome.exitCode
  } catch (error) {
    progress.stop()
    printError(error, progress.print)
    return 1
  }

  async function run(args: RecordArguments | UnpairedArguments | FileArguments): Promise<Outcome> {
    const interrupted = onInterrupt(progress.print)
    if (args.command === 'pairAndRecord') {
      const paired = await pair(args.unpairedServer, progress.print, interrupted)
      openSettings(configFolder(), progress.print).changeSettings(paired)
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
function onInterrupt(print: (text: string) => void): AbortSignal {
  const interrupted = new AbortController()
  let firstAtMs = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!interrupted.signal.aborted) {
        firstAtMs = Date.now()
        print('Sending the rest; once more to end at once')
        interrupted.abort()
      } else if (Date.now() - firstAtMs > SAME_SIGNAL_MS) process.exit(130)
    })
  }
  return interrupted.signal
}

function printError(error: unknown, print: (text: string) => void): void {
  print(`recorder: ${errorText(error)}`)
  if (error instanceof Failure) print(`  ${error.remedy}`)
  else if (process.env['PITBOARD_DEBUG'] !== undefined) console.error(error)
  else print('  This is a fault of the recorder: PITBOARD_DEBUG=1 shows where.')
}

function toJson({ sent, acknowledged, sessions }: Outcome): string {
  return JSON.stringify({ sent, acknowledged, sessions })
}

function writeLine(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve())
  })
}
