import { ConfigError, readConfig } from './config.ts'
import { StartError } from './errors.ts'
import { createLog } from './log.ts'
import { startServer } from './start.ts'
import { onStopSignal } from './stop-signals.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const starting = startServer(config, log)
  onStopSignal((reason) => {
    log.info({ reason }, 'stopping')
    starting.then((server) => server.stop()).then(() => process.exit(0), fail)
  })
  const server = await starting
  console.log(`Pitboard is at ${server.url}`)
  fail(new StartError(await server.died))
}

function fail(reason: unknown): void {
  const isExpected = reason instanceof StartError || reason instanceof ConfigError
  console.error(isExpected ? reason.message : reason)
  process.exit(1)
}

main().catch(fail)
