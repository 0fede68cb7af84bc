import { ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { examine } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'
import { runWithoutArguments } from './run-without-arguments.ts'

const USAGE = `npm run doctor   looks at all that this installation needs, and says what to do

It reads the variables of the server, which may be running, and changes nothing. Exit code 0: nothing keeps
it from working; 1: something does; 2: wrong arguments.`

const MARKS = { good: '✔', advice: '!', problem: '✖' } as const

async function main(): Promise<number> {
  let code = 0
  try {
    for await (const finding of examine(readConfig(process.env))) {
      print(finding)
      if (finding.state === 'problem') code = 1
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const remedy = 'docs/configuration.md explains each variable.'
    print({ subject: 'settings', state: 'problem', text: error.message, remedy })
    return 1
  }
  return code
}

function print({ subject, state, text, remedy }: Finding): void {
  console.log(`${MARKS[state]} ${subject}: ${text}`)
  if (remedy !== null) console.log(`    ${remedy}`)
}

await runWithoutArguments(USAGE, main)
