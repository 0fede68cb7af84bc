import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type { LinkPreview } from '@pitboard/contract/seasons/standings'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { createResolveName } from './identify-drivers.ts'
import type { SeasonInput, SessionInput } from './input.ts'
import { openLedgers } from './ledger.ts'
import { findDriverChanges } from './preview-aliases.ts'

type NewSession = Pick<SessionInput, 'sessionId' | 'role' | 'plannedLaps' | 'cars'>

/**
 * Returns how sessions that are added to an event would change the drivers' table, and who of the season drove in them.
 */
export function previewLinks(
  season: SeasonInput,
  eventId: string,
  added: readonly NewSession[],
  isBanned: (name: string, role: SessionRole) => boolean,
): LinkPreview {
  const before = openLedgers(season)
  const resolveName = createResolveName(season.aliases)
  const known = new Set([
    ...season.roster.map(({ name }) => resolveName(name)),
    ...before.overall.drivers.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
  ])
  const sessions = added.map((session) => ({
    ...session,
    tier: '',
    pointsFactor: 1,
    pointsByDistance: true,
    isLive: false,
    driverNames: [],
    votes: [],
  }))
  const events = season.events.map((event) =>
    event.id === eventId ? { ...event, sessions: [...event.sessions, ...sessions] } : event,
  )
  return {
    sessions: added.map(({ sessionId, role, cars }) => ({
      sessionId,
      role,
      cars: cars.length,
      knownCars: cars.filter(
        ({ name, isHidden }) => !isHidden && known.has(resolveName(name.trim())),
      ).length,
      bannedDrivers: cars.flatMap(({ name, isHidden, resultStatus }) => {
        const driver = resolveName(name.trim())
        const tookPart = !isHidden && resultStatus > ResultStatus.Inactive
        return tookPart && isBanned(driver, role) ? driver : []
      }),
    })),
    drivers: findDriverChanges(before, openLedgers({ ...season, events })),
  }
}
