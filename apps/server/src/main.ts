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
  const stop = (reason: string) => {
    const atMs = performance.now()
    if (firstAtMs === null) {
      firstAtMs = atMs
      log.info({ reason }, 'stopping')
      starting.then((server) => server.stop()).then(() => process.exit(0), fail)
    } else if (atMs - firstAtMs > ECHO_MS) {
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(stop)
}

/** npm passes a signal to the shell between it and this process; many shells keep it there. */
function stopWithParent(stop: (reason: string) => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop('npm ended')
  }, PARENT_POLL_MS)
  timer.unref()
}

const PARENT_POLL_MS = 250

/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const ECHO_MS = 500

function fail(reason: unknown): void {
  const isExpected = reason instanceof StartError || reason instanceof ConfigError
  console.error(isExpected ? reason.message : reason)
  process.exit(1)
}

main().catch(fail)
