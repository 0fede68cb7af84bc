export interface LapReference {
  readonly sessionId: string
  readonly driverIdx: number
  /** Laps count from 1. */
  readonly lap: number
}

/** How many laps can be compared at once. */
export const COMPARED_LAPS_MAX = 4

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const ONE = `(${UUID})\\.(\\d{1,3})\\.(\\d{1,3})`
const REFERENCE = new RegExp(`^${ONE}$`)
export const LAP_REFERENCE_PATTERN = REFERENCE.source
/** What a server accepts; a page ignores the parts of its address that it can't read. */
export const LAP_REFERENCES_PATTERN = `^${ONE}(?:,${ONE}){0,${COMPARED_LAPS_MAX - 1}}$`

/** Returns the laps of an address, the reference first: `SESSION.DRIVER.LAP` with commas between them. */
export function parseLapReferences(text: string): LapReference[] {
  const parsed = text.split(',').flatMap((part): LapReference[] => {
    const [, sessionId, driverIdx, lap] = REFERENCE.exec(part.trim()) ?? []
    if (sessionId === undefined || driverIdx === undefined || lap === undefined) return []
    return [{ sessionId: sessionId.toLowerCase(), driverIdx: Number(driverIdx), lap: Number(lap) }]
  })
  const unique = new Map(parsed.map((reference) => [writeLapReference(reference), reference]))
  return [...unique.values()].slice(0, COMPARED_LAPS_MAX)
}

export function writeLapReference({ sessionId, driverIdx, lap }: LapReference): string {
  return `${sessionId}.${driverIdx}.${lap}`
}

export function writeLapReferences(references: readonly LapReference[]): string {
  return references.map(writeLapReference).join(',')
}
