import { ConfigError, readConfig } from './config.ts'
import { StartError } from './errors.ts'
import { createLog, type Log } from './log.ts'
import { startServer, type Server } from './start.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const starting = startServer(config, log)
  stopOnSignals(starting, log)
  const server = await starting
  console.log(`Pitboard is at ${server.url}`)
  fail(new StartError(await server.died))
}

/** The first signal lets everything end in order, a later one doesn't wait for it. */
function stopOnSignals(starting: Promise<Server>, log: Log): void {
  let firstAtMs: number | null = null
  const stop = (signal: string) => {
    const atMs = performance.now()
    if (firstAtMs === null) {
      firstAtMs = atMs
      log.info({ signal }, 'stopping')
      starting.then((server) => server.stop()).then(() => process.exit(0), fail)
    } else if (atMs - firstAtMs > ECHO_MS) {
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const ECHO_MS = 500

function fail(reason: unknown): void {
  const isExpected = reason instanceof StartError || reason instanceof ConfigError
  console.error(isExpected ? reason.message : reason)
  process.exit(1)
}

main().catch(fail)
