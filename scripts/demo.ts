import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { findFreePort } from '@pitboard/server/platform/http/free-port'
import { onStopSignal } from '@pitboard/server/platform/jobs/stop-signals'
import { type Server, startServer } from '@pitboard/server/start'
import { CURRENT_TRACK_ID, FIELD_SEED } from './demo/calendar.ts'
import { type Program, startProgram } from './demo/program.ts'
import { runChampionship } from './demo/run-championship.ts'
import { type Driver, seedDriver } from './demo/seed-driver.ts'

/**
 * The demo runs the server with a race that is being driven now, and the championship that it counts in: a simulated
 * game sends its datagrams to the real recorder, which relays them as it would from anybody's machine. League, season
 * and earlier rounds follow while the race is on.
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
const stopped = new AbortController()

async function demo(): Promise<void> {
  const config = await readDemoConfig()
  const server = await startServer(config, createLog(config.logLevel))
  const stop = async (): Promise<void> => {
    stopped.abort()
    for (const program of programs.splice(0).toReversed()) await program.stop()
    await server.stop()
    process.exit(0)
  }
  onStopSignal(() => void stop())

  const driver = await seedDriver(server.context)
  const telemetryPort = await choosePort('udp', '127.0.0.1', Number(options.telemetryPort))
  const recorder = startProgram('recorder', 'apps/recorder/src/main.ts', ['record'], {
    server: server.url,
    user: driver.userId,
    key: driver.key,
    host: '127.0.0.1',
    listen: String(telemetryPort),
    spool: join(config.dataDir, 'demo-spool'),
  })
  programs.push(recorder)
  await recorder.waitForLine(/listening/i)
  const { cars, laps, speed, rate, seed, once } = options
  const game = startProgram('game', 'sim/src/main.ts', once ? [] : ['--loop'], {
    port: String(telemetryPort),
    cars,
    laps,
    speed,
    rate,
    seed,
    field: String(FIELD_SEED),
    track: String(CURRENT_TRACK_ID),
  })
  programs.push(game)
  // Links that people pass on are recognised by the public address alone.
  const site = config.publicUrl ?? server.url
  console.log(`
Pitboard is at ${site}
  the race that is being driven:  ${site}/liveUser/${driver.userId}
  the demo's driver:              --user ${driver.userId} --key ${driver.key}
Its league and season follow. Ctrl-C ends the demo; ${config.dataDir} stores its data.
`)
  showChampionship(server, driver)
  throw new StartError(await Promise.race([server.died, ...programs.map(({ failed }) => failed)]))
}

/** Another server of this machine can have the usual ports; the demo is shown beside it. */
async function readDemoConfig(): Promise<Config> {
  const config = readConfig({ AUTH_AUTOCONFIRM: 'true', LOG_LEVEL: 'warn', ...process.env })
  const { host } = config
  return {
    ...config,
    port: await choosePort('tcp', host, config.port),
    ingestTcpPort: await choosePort('tcp', host, config.ingestTcpPort),
  }
}

async function choosePort(protocol: 'tcp' | 'udp', host: string, port: number): Promise<number> {
  const free = await findFreePort(protocol, host, port)
  if (free === null) throw new StartError(`Port ${port} of ${host} is taken, and so are the next.`)
  if (free !== port) console.log(`Port ${port} is taken by another program: the demo uses ${free}.`)
  return free
}

/** A championship that fails leaves the live race as it is. */
function showChampionship({ url, context }: Server, driver: Driver): void {
  const { signal } = stopped
  const site = context.config.publicUrl ?? url
  runChampionship({
    url,
    context,
    driver,
    signal,
    onOpen({ leagueId, seasonId, organiser: { email, password } }) {
      console.log(`  its league:                     ${site}/leagues/${leagueId}
  its season:                     ${site}/seasons/${seasonId}
  the organiser, to sign in:       ${email}  ${password}

The rounds that were driven before follow within a minute.
`)
    },
    onComplete: () => console.log('The league is complete.'),
  }).catch((reason: unknown) => {
    if (signal.aborted) return
    console.error(
      `The demo could not complete ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  })
}

demo().catch(async (reason: unknown) => {
  const isExpected = reason instanceof StartError || reason instanceof ConfigError
  console.error(isExpected ? reason.message : reason)
  for (const program of programs) await program.stop()
  process.exit(1)
})
