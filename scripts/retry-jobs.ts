import { ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { countDead, retryDead } from '@pitboard/server/platform/queues/dead-jobs'
import { QUEUES } from '@pitboard/server/platform/queues/queues'
import { openData } from './reprocess/open-data.ts'

const USAGE = `npm run retry-jobs                  how many jobs of each queue have failed too often
npm run retry-jobs -- QUEUE…        tries those of the queues again

QUEUE is one of: ${Object.keys(QUEUES).join(', ')}`

/** Lists dead jobs, or tries those of some queues again: by the running server, or at its next start. */
async function main(names: readonly string[]): Promise<number> {
  if (names[0] === '--help') {
    console.log(USAGE)
    return 0
  }
  const queues = Object.entries(QUEUES).filter(([name]) => names.includes(name))
  if (queues.length < names.length) {
    console.error(USAGE)
    return 2
  }
  const data = await openData(readConfig(process.env))
  try {
    for (const [name, queue] of queues) {
      console.log(`${name}: ${await retryDead(data.db, queue)} are tried again`)
    }
    if (names.length > 0) return 0
    for (const [name, queue] of Object.entries(QUEUES)) {
      console.log(`${name}: ${await countDead(data.db, queue)} have failed too often`)
    }
    return 0
  } finally {
    await data.close()
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (reason: unknown) => {
    const isExpected = reason instanceof StartError || reason instanceof ConfigError
    console.error(isExpected ? reason.message : reason)
    process.exitCode = 1
  },
)
