import { readArguments, type Arguments } from './arguments.ts'
import type { Outcome } from './commands/outcome.ts'
import { record } from './commands/record.ts'
import { sendFile } from './commands/send-file.ts'
import { errorText, Failure } from './failure.ts'
import { createProgress } from './progress.ts'
import { usage } from './usage.ts'

process.exit(await main())

async function main(): Promise<number> {
  const progress = createProgress()
  try {
    const args = readArguments(process.argv.slice(2), process.env)
    if (args.command === 'help') {
      await print(usage)
      return 0
    }
    const outcome = await run(args)
    if (args.json) await print(jsonOf(outcome))
    else for (const { sessionUrl } of outcome.sessions) progress.say(sessionUrl)
    return outcome.exitCode
  } catch (error) {
    progress.stop()
    progress.say(`recorder: ${errorText(error)}`)
    if (error instanceof Failure) progress.say(`  ${error.remedy}`)
    else if (process.env['PITBOARD_DEBUG'] !== undefined) console.error(error)
    else progress.say('  This is a fault of the recorder: PITBOARD_DEBUG=1 shows where it lies.')
    return 1
  }

  function run(args: Exclude<Arguments, { command: 'help' }>): Promise<Outcome> {
    const interrupted = onInterrupt(progress.say)
    if (args.command === 'record') return record(args, progress, interrupted)
    return sendFile(args, progress, interrupted)
  }
}

/** The first Ctrl-C asks for an orderly end, the second ends at once. */
function onInterrupt(say: (text: string) => void): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(130)
      say('Sending the rest; once more to end at once')
      interrupted.abort()
    })
  }
  return interrupted.signal
}

function jsonOf({ sent, acknowledged, sessions }: Outcome): string {
  return JSON.stringify({ sent, acknowledged, sessions })
}

function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve())
  })
}
