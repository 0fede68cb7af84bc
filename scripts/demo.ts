import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { onStopSignal } from '@pitboard/server/platform/jobs/stop-signals'
import { startServer } from '@pitboard/server/start'
import { type Program, startProgram } from './demo/program.ts'
import { seedDriver } from './demo/seed-driver.ts'

/**
 * The server with a race that is being driven now: a simulated game sends its datagrams to the
 * real recorder, which relays them as it would from anybody's machine.
 */
const { values: options } = parseArgs({
  options: {
    cars: { type: 'string', default: '20' },
    laps: { type: 'string', default: '5' },
    speed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 100_000) },
    telemetryPort: { type: 'string', default: '20777' },
    once: { type: 'boolean', default: false },
  },
})

const programs: Program[] = []

async function demo(): Promise<void> {
  const config = readConfig({ AUTH_AUTOCONFIRM: 'true', ...process.env })
  const server = await startServer(config, createLog(config.logLevel))
  const stop = async (): Promise<void> => {
    for (const program of programs.splice(0).toReversed()) await program.stop()
    await server.stop()
    process.exit(0)
  }
  onStopSignal(() => void stop())

  const driver = await seedDriver(server.context)
  const { telemetryPort } = options
  const recorder = startProgram('recorder', 'apps/recorder/src/main.ts', ['record'], {
    server: server.url,
    user: driver.userId,
    key: driver.key,
    host: '127.0.0.1',
    listen: telemetryPort,
    spool: join(config.dataDir, 'demo-spool'),
  })
  programs.push(recorder)
  await recorder.waitForLine(/listening/i)
  const { cars, laps, speed, rate, seed, once } = options
  const game = startProgram('game', 'sim/src/main.ts', once ? [] : ['--loop'], {
    port: telemetryPort,
    cars,
    laps,
    speed,
    rate,
    seed,
  })
  programs.push(game)
  console.log(`
Pitboard is at ${server.url}
  the race that is being driven:  ${server.url}/liveUser/${driver.userId}
  the demo's driver:              --user ${driver.userId} --key ${driver.key}
Ctrl-C ends it. Recorded sessions stay in ${config.dataDir}.
`)
  throw new StartError(await Promise.race([server.died, ...programs.map(({ failed }) => failed)]))
}

demo().catch(async (reason: unknown) => {
  const isExpected = reason instanceof StartError || reason instanceof ConfigError
  console.error(isExpected ? reason.message : reason)
  for (const program of programs) await program.stop()
  process.exit(1)
})
