import { writeFileSync } from 'node:fs'
import { createClient } from '@pitboard/contract/wire/client'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'

/**
 * Makes the landing page's sample race from a recorded one of the simulated game:
 * `node apps/web/make-sample-race.ts http://127.0.0.1:8080 SESSION_ID`, with `npm run demo` running.
 */
const [baseUrl = '', id = ''] = process.argv.slice(2)
const race = await createClient({ baseUrl })(sessions.get, { params: { id } })

const sample = {
  trackId: race.trackId,
  trackName: race.trackName,
  trackLength: race.trackLength,
  sessionType: race.sessionType,
  numberOfLaps: race.numberOfLaps,
  outline: race.trackOutline.flatMap((point) => point?.map(Math.round) ?? []),
  drivers: race.drivers.map((driver) => ({
    name: driver.name,
    carNumber: driver.carNumber,
    team: driver.team,
    teamColour: driver.teamColour,
    startingPosition: driver.startingPosition,
    resultStatus: driver.resultStatus,
    lapTimesMs: driver.lapTimes.map(({ lapTime }) => lapTime),
    stopLaps: driver.pitStops.map(({ lapNum }) => lapNum),
    tyres: driver.tyres.map(({ tyreCompound, endLap }) => ({ tyreCompound, endLap })),
  })),
}
const file = new URL('src/features/race-preview/sample-race.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(sample)}\n`)
