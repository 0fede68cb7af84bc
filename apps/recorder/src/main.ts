import { runApp } from './app/app.ts'
import { readArguments, type FileArguments, type RecordArguments } from './arguments.ts'
import type { Outcome } from './commands/outcome.ts'
import { record } from './commands/record.ts'
import { sendFile } from './commands/send-file.ts'
import { errorText, Failure } from './failure.ts'
import { createProgress } from './progress.ts'
import { usage } from './usage.ts'
import { VERSION } from './version.ts'

const SAME_SIGNAL_MS = 1_000

// A race must not stop because nobody reads what is said about it.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
// The downloadable program is one CommonJS file, which knows no await at its top.
void main().then((code) => process.exit(code))

async function main(): Promise<number> {
  const progress = createProgress()
  process.on('uncaughtException', (error) => {
    progress.stop()
    explain(error, progress.say)
    process.exit(1)
  })
  try {
    const args = readArguments(process.argv.slice(2), process.env)
    if (args.command === 'help') {
      await print(usage)
      return 0
    }
    if (args.command === 'version') {
      await print(VERSION)
      return 0
    }
    if (args.command === 'app') return await runApp(args, progress.say, onInterrupt(progress.say))
    const outcome = await run(args)
    if (args.json) await print(jsonOf(outcome))
    else for (const { sessionUrl } of outcome.sessions) progress.say(sessionUrl)
    return outcome.exitCode
  } catch (error) {
    progress.stop()
    explain(error, progress.say)
    return 1
  }

  function run(args: RecordArguments | FileArguments): Promise<Outcome> {
    const interrupted = onInterrupt(progress.say)
    if (args.command === 'record') return record(args, progress, interrupted)
    return sendFile(args, progress, interrupted)
  }
}

/**
 * The first Ctrl-C asks for an orderly end, a later one ends at once. The terminal and npm both
 * hand the same one on, so what comes close behind it doesn't count.
 */
function onInterrupt(say: (text: string) => void): AbortSignal {
  const interrupted = new AbortController()
  let firstAtMs = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!interrupted.signal.aborted) {
        firstAtMs = Date.now()
        say('Sending the rest; once more to end at once')
        interrupted.abort()
      } else if (Date.now() - firstAtMs > SAME_SIGNAL_MS) process.exit(130)
    })
  }
  return interrupted.signal
}

function explain(error: unknown, say: (text: string) => void): void {
  say(`recorder: ${errorText(error)}`)
  if (error instanceof Failure) say(`  ${error.remedy}`)
  else if (process.env['PITBOARD_DEBUG'] !== undefined) console.error(error)
  else say('  This is a fault of the recorder: PITBOARD_DEBUG=1 shows where it lies.')
}

function jsonOf({ sent, acknowledged, sessions }: Outcome): string {
  return JSON.stringify({ sent, acknowledged, sessions })
}

function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve())
  })
}
