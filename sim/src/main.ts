import { itemAt } from '@pitboard/contract/wire/item-at'
import { setTimeout as pause } from 'node:timers/promises'
import { readArguments, USAGE } from './arguments.ts'
import { driveRace } from './drive.ts'
import { createRace } from './race.ts'
import { scenarioCommand } from './scenario-command.ts'

const BETWEEN_RACES_MS = 15_000

if (process.argv[2] === 'scenario') process.exit(await scenarioCommand(process.argv.slice(3)))

const options = readArguments(process.argv.slice(2))
if (typeof options === 'string') {
  console.error(`${options}\n\n${USAGE}`)
  process.exit(2)
}

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

const { drive, loop } = options
for (let seed = options.race.seed; !stop.signal.aborted; seed++) {
  const race = createRace({ ...options.race, seed })
  console.log(
    `Race ${race.uid}: seed ${seed}, track ${race.trackId}, ${race.laps} laps to ${drive.host}:${drive.port}`,
  )
  const { sent, lost } = await driveRace(race, { ...drive, lossSeed: seed, signal: stop.signal })
  const [winner] = race.truth.classification
  const name = winner === undefined ? 'nobody' : itemAt(race.truth.drivers, winner).name
  console.log(`${sent} datagrams sent, ${lost} lost on the way. ${result(name)}`)
  if (!loop) break
  const resting = drive.speed === 'max' ? 1000 : BETWEEN_RACES_MS / drive.speed
  await pause(resting, null, { signal: stop.signal }).catch(() => undefined)
}

function result(winner: string): string {
  return stop.signal.aborted ? 'Stopped.' : `${winner} wins.`
}
