import type { LiveSession, LiveSummary } from '@pitboard/contract/live'

/** The line of a live session in the list. */
export function summaryOf(session: LiveSession): LiveSummary {
  const leader = session.drivers.find(({ position }) => position === 1)
  return {
    id: session.id,
    sessionId: session.sessionId,
    userId: session.userId,
    userName: session.userName,
    trackId: session.trackId,
    trackName: session.trackName,
    sessionType: session.sessionType,
    sessionStartTime: session.sessionStartTime,
    numberOfLaps: session.numberOfLaps,
    currentLapNumber: leader?.currentLapNumber || null,
    leaderName: leader?.name ?? null,
    numberOfDrivers: session.drivers.length,
    sessionTimeLeft: session.sessionTimeLeft,
    weather: session.weather,
    safetyCarStatus: session.safetyCarStatus,
    viewers: session.viewers,
    receiving: session.receiving,
    trackOutline: session.trackOutline,
  }
}
