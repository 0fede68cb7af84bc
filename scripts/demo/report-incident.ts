import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import type { DemoAccount } from './open-account.ts'

/** It is a month, since the demo's last round was a week ago. */
const REPORT_HOURS = 720
const REPORTED_PLACE = 4

/** Reports an incident of the last recorded race to the stewards, with the moment that shows it, unless that was done. */
export async function reportIncident(
  organiser: DemoAccount,
  reporter: DemoAccount,
  { id: seasonId }: Season,
): Promise<void> {
  const params = { seasonId }
  if ((await organiser.call(stewards.cases, { params })).length > 0) return
  await organiser.call(stewards.setRules, {
    params,
    body: {
      ...DEFAULT_RULES,
      reporters: 'users',
      reportHours: REPORT_HOURS,
      thresholds: [{ points: 6, consequence: 'Starts the next race from the pit lane' }],
    },
  })
  const { events } = await organiser.call(seasons.get, { params: { id: seasonId } })
  const race = events
    .flatMap((event) => event.sessions)
    .findLast(({ role, session }) => role === 'race' && session.sessionEndTime !== null)
  if (!race) throw new Error('no race of the season is recorded')
  const sessionId = race.session.id
  const session = await organiser.call(sessions.get, { params: { id: sessionId } })
  const reported = session.drivers.find(
    ({ finishingPosition }) => finishingPosition === REPORTED_PLACE,
  )
  if (!reported) throw new Error('nobody finished in fourth place')
  const shown = session.events.find(
    ({ kind, driverIdx }) => kind === 'overtake' && driverIdx === reported.driverIdx,
  )
  await reporter.call(stewards.report, {
    params,
    body: {
      sessionId,
      lap: shown?.lapNum ?? 1,
      eventSeq: shown?.seq ?? null,
      driverIdxs: [reported.driverIdx],
      description:
        'Dived down the inside from far behind and pushed the car that was ahead off the track at the apex. ' +
        'The place was not given back.',
      links: ['https://www.youtube.com/@sunday-cup'],
    },
  })
}
