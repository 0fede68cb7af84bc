import { fileURLToPath } from 'node:url'
import { storeCompiled, useCompileCache } from './compile-cache.ts'
import { loadModules } from './load-modules.ts'
import { type Config, ConfigError, readConfig } from './platform/config/config.ts'
import { StartError } from './platform/diagnostics/errors.ts'
import { createLog, type Log, onLogLevelSignal } from './platform/diagnostics/log.ts'
import { runProcess } from './run-process.ts'

const BUILD_PROGRAM = fileURLToPath(new URL('../../../scripts/build-recorder.ts', import.meta.url))

async function main(): Promise<void> {
  // What it writes below DATA_DIR is for its own eyes.
  process.umask(0o077)
  const config = readConfig(process.env)
  useCompileCache(config.dataDir)
  const log = createLog(config.logLevel)
  onLogLevelSignal(log, config.logLevel)
  const server = await runProcess(log, () => start(config, log), fail).started
  console.log(`Pitboard is at ${server.url}`)
  storeCompiled()
  if (config.recorderPrograms === 'build' && config.downloadsDir === null) {
    buildPrograms(log).catch((error: unknown) => log.warn({ err: error }, 'nothing was built'))
  }
  fail(new StartError(await server.died))
}

/** They end with this process, however that ends: what is built is complete or not there. */
async function buildPrograms(log: Log): Promise<void> {
  const { buildMissingPrograms } = await import('./site/downloads/build-programs.ts')
  const ending = new AbortController()
  process.once('exit', () => ending.abort())
  await buildMissingPrograms({ program: BUILD_PROGRAM, log, signal: ending.signal })
}

/** What one way of running needs is not loaded for the other. */
async function start(config: Config, log: Log) {
  if (config.workers > 1) {
    const { supervise } = await import('./workers/supervise.ts')
    return supervise(config, log)
  }
  const { startServer } = await import('./start.ts')
  const [server] = await Promise.all([startServer(config, log), loadModules(config)])
  return server
}

function fail(reason: unknown): void {
  const isExpected = reason instanceof StartError || reason instanceof ConfigError
  console.error(isExpected ? reason.message : reason)
  process.exit(1)
}

main().catch(fail)
