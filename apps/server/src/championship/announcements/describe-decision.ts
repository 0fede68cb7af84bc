import type { Announcement } from '@pitboard/contract/leagues/announcement'
import type { Adjustment, AdjustmentTerms } from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import type { Decision } from '@pitboard/contract/stewards/decision'
import type { Language } from '@pitboard/contract/words/languages'
import { penaltyText } from '@pitboard/contract/words/penalty-text'
import type { AnnouncementDetails } from './announcement-tables.ts'
import { TEXTS } from '../../messages/catalogue.ts'
import type { Db } from '../../platform/db/tables.ts'
import { findReporterId } from '../stewards/find-case.ts'
import { nameOfCar } from '../stewards/licences.ts'
import { findDecision } from '../stewards/season-decisions.ts'

interface DescribedDecision {
  readonly text: string
  readonly sessionId: string | null
  readonly adjustmentId: string | null
  /** It is null for an adjustment without a case. */
  readonly decision: Announcement['decision']
}

/** Returns null if it was removed, revoked or restored meanwhile. */
export async function describeDecision(
  db: Db,
  season: Season,
  { decisionId, adjustmentId, isRevoked = false }: AnnouncementDetails,
  language: Language,
): Promise<DescribedDecision | null> {
  if (decisionId === undefined) {
    const adjustment = season.adjustments.find(({ id }) => id === adjustmentId)
    if (!adjustment || (adjustment.revokedAt !== null) !== isRevoked) return null
    const name = nameOfAdjusted(season, adjustment)
    const text = `${name}: ${adjustmentText(adjustment, language)}.\n${lastLine(adjustment, language)}`
    return { text, sessionId: adjustment.sessionId, adjustmentId: adjustment.id, decision: null }
  }
  const decision = await findDecision(db, season.id, decisionId)
  if (!decision || (decision.revokedAt !== null) !== isRevoked) return null
  const { id, number, sessionId, replacedBy } = decision
  const lines = [...penaltyLines(season, decision, language), lastLine(decision, language)]
  const first = season.adjustments.find((one) => one.decision?.id === id)
  return {
    text: lines.join('\n'),
    sessionId,
    adjustmentId: first?.id ?? null,
    decision: { id, number, replacedBy },
  }
}

function penaltyLines(season: Season, decision: Decision, language: Language): string[] {
  const t = TEXTS[language]
  if (decision.penalties.length === 0) {
    const names = decision.cars.map(({ driverIdx }) => nameOfCar(season, decision, driverIdx))
    return [`${t('penalties.noAction')}: ${names.join(', ')}.`]
  }
  return decision.penalties.map((penalty) => {
    const words = penaltyText(penalty, (name, values) => t(`penalties.${name}`, values))
    return `${nameOfCar(season, decision, penalty.driverIdx)}: ${words}.`
  })
}

function adjustmentText(terms: AdjustmentTerms, language: Language): string {
  const t = TEXTS[language]
  switch (terms.kind) {
    case 'disqualification':
      return t('adjustments.disqualified')
    case 'timePenalty':
      return t('adjustments.seconds', { seconds: signed(terms.seconds) })
    case 'positions':
      return t('adjustments.placesLost', { count: terms.places })
    case 'points':
    case 'teamPoints':
      return t('adjustments.pointsChanged', { points: signed(terms.points) })
  }
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace('-', '−')
}

function lastLine(
  { reason, revokedReason }: Pick<Decision, 'reason' | 'revokedReason'>,
  language: Language,
): string {
  const t = TEXTS[language]
  if (revokedReason === null) return t('announcements.reason', { reason })
  if (revokedReason === '') return t('announcements.revoked')
  return t('announcements.revokedBecause', { reason: revokedReason })
}

/** Finds the users that it is about: drivers of the reported and of the penalised cars, and who reported them. */
export async function findDecidedUsers(
  db: Db,
  season: Season,
  { decisionId, adjustmentId }: AnnouncementDetails,
): Promise<string[]> {
  if (decisionId === undefined) {
    const adjustment = season.adjustments.find(({ id }) => id === adjustmentId)
    const userId = adjustment && findAdjustedDriver(season, adjustment)?.userId
    return userId ? [userId] : []
  }
  const decision = await findDecision(db, season.id, decisionId)
  if (!decision) return []
  const { cars, penalties, sessionId, caseId } = decision
  const driverIdxs = new Set([...cars, ...penalties].map(({ driverIdx }) => driverIdx))
  const userIds = [...driverIdxs].flatMap((driverIdx) => {
    const driver = season.standings.drivers.find(({ results }) =>
      results.some((one) => one.sessionId === sessionId && one.driverIdx === driverIdx),
    )
    return driver?.userId ?? cars.find((car) => car.driverIdx === driverIdx)?.userId ?? []
  })
  const reporterId = await findReporterId(db, caseId)
  return [...new Set([...userIds, ...(reporterId === null ? [] : [reporterId])])]
}

function nameOfAdjusted(season: Season, { name, sessionId, driverIdx }: Adjustment): string {
  if (name !== null) return name
  // The session may not be part of the season any more.
  return nameOfCar(season, { sessionId, cars: [] }, driverIdx)
}

/** Finds the driver that a decision is about; undefined for a team, and without a result. */
function findAdjustedDriver(
  { standings }: Season,
  { kind, sessionId, driverIdx, name }: Adjustment,
): StandingsDriver | undefined {
  if (kind === 'teamPoints') return undefined
  return standings.drivers.find((driver) =>
    name === null
      ? driver.results.some((one) => one.sessionId === sessionId && one.driverIdx === driverIdx)
      : driver.name === name || driver.aliases.includes(name),
  )
}
