export interface LapReference {
  readonly sessionId: string
  readonly driverIdx: number
  /** Laps count from 1. */
  readonly lap: number
}

export const COMPARED_LAPS_MAX = 4

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const ONE = `(${UUID})\\.(\\d{1,3})\\.(\\d{1,3})`
const REFERENCE = new RegExp(`^${ONE}$`)
export const LAP_REFERENCE_PATTERN = REFERENCE.source
/** A server refuses other texts; a page ignores the parts of its address that it cannot read. */
export const LAP_REFERENCES_PATTERN = `^${ONE}(?:,${ONE}){0,${COMPARED_LAPS_MAX - 1}}$`

/**
 * Returns the laps of an address, which has the reference first and commas between them:
 * `SESSION.DRIVER.LAP`. Parts that are no lap, repetitions and laps beyond `COMPARED_LAPS_MAX` are left out.
 */
export function parseLapReferences(text: string): LapReference[] {
  const parsed = text.split(',').flatMap((part): LapReference[] => {
    const [, sessionId, driverIdx, lap] = REFERENCE.exec(part.trim()) ?? []
    if (sessionId === undefined || driverIdx === undefined || lap === undefined) return []
    return [{ sessionId: sessionId.toLowerCase(), driverIdx: Number(driverIdx), lap: Number(lap) }]
  })
  const unique = new Map(parsed.map((reference) => [writeLapReference(reference), reference]))
  return [...unique.values()].slice(0, COMPARED_LAPS_MAX)
}

/** Returns a lap as it stands in an address: `SESSION.DRIVER.LAP`. */
export function writeLapReference({ sessionId, driverIdx, lap }: LapReference): string {
  return `${sessionId}.${driverIdx}.${lap}`
}

/** Returns the laps as `parseLapReferences` reads them. */
export function writeLapReferences(references: readonly LapReference[]): string {
  return references.map(writeLapReference).join(',')
}
