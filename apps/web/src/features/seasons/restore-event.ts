import { type EventSession, seasons, type SeasonEvent } from '@pitboard/contract/season'
import { call } from '../../call.ts'

/** Makes a removed event again, with its sessions and what was said of them. */
export async function restoreEvent(
  seasonId: string,
  { track, name, startsAt, sessions }: SeasonEvent,
): Promise<void> {
  const made = await call(seasons.addEvent, {
    params: { seasonId },
    body: { track, name, startsAt },
  })
  for (const linked of sessions) await linkAgain(seasonId, made.id, linked)
}

export async function linkAgain(
  seasonId: string,
  eventId: string,
  { session, driverNames, role, pointsFactor }: EventSession,
): Promise<void> {
  await call(seasons.setSession, {
    params: { seasonId, eventId, sessionId: session.id },
    body: { driverNames, role, pointsFactor },
  })
}
