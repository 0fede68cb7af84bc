import { ConfigError, readConfig } from './platform/config/config.ts'
import { StartError } from './platform/diagnostics/errors.ts'
import { createLog, onLogLevelSignal } from './platform/diagnostics/log.ts'
import { onStopSignal } from './platform/jobs/stop-signals.ts'
import { startServer } from './start.ts'

/** Viewers and requests get about ten seconds each; the rest is for what a broken server does not end. */
const STOP_AFTER_CRASH_WITHIN_MS = 30_000

async function main(): Promise<void> {
  // What it writes below DATA_DIR is for its own eyes.
  process.umask(0o077)
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  onLogLevelSignal(log, config.logLevel)
  let stopping: Promise<void> | undefined

  const stop = () => {
    stopping ??= starting.then((server) => server.stop()).then(() => process.exit(), fail)
  }
  // Covers rejections that nobody handles: Node raises them as uncaught exceptions.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an error was not handled: the server stops')
    process.exitCode = 1
    setTimeout(() => process.exit(), STOP_AFTER_CRASH_WITHIN_MS).unref()
    stop()
  })
  const starting = startServer(config, log)
  onStopSignal((reason) => {
    log.info({ reason }, 'stopping')
    stop()
  })
  const [server] = await Promise.all([starting, loadModules()])
  console.log(`Pitboard is at ${server.url}`)
  fail(new StartError(await server.died))
}

/**
 * Loads modules that other files import lazily, so that test servers stay light. In production no
 * request may be the first to load them: reading them from a slow disk delays live ticks.
 */
function loadModules(): Promise<unknown> {
  return Promise.all([
    import('@node-saml/node-saml'),
    import('@simplewebauthn/server'),
    import('sharp'),
    import('write-excel-file/node'),
  ])
}

function fail(reason: unknown): void {
  const isExpected = reason instanceof StartError || reason instanceof ConfigError
  console.error(isExpected ? reason.message : reason)
  process.exit(1)
}

main().catch(fail)
