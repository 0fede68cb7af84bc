import type { Alias } from '@pitboard/contract/seasons/season'
import type { AliasPreview } from '@pitboard/contract/seasons/standings'
import { pointsOf, roundPoints } from './count.ts'
import type { SeasonInput } from './input.ts'
import { type Ledger, type Ledgers, openLedgers } from './ledger.ts'
import { driverTable } from './standings.ts'

/** Returns how other aliases would change the drivers' table. */
export function previewAliases(season: SeasonInput, aliases: readonly Alias[]): AliasPreview {
  const [before, after] = [openLedgers(season), openLedgers({ ...season, aliases })]
  return {
    moves: findMoves(before.overall, after.overall),
    drivers: findDriverChanges(before, after),
    conflicts: findConflicts(after.overall),
  }
}

function findMoves(before: Ledger, after: Ledger): AliasPreview['moves'] {
  const owner = new Map(
    after.drivers.flatMap(({ key, results }) =>
      results.map((result) => [`${result.sessionId}:${result.driverIdx}`, key] as const),
    ),
  )
  const moved = before.drivers.flatMap(({ key, results }) =>
    results.flatMap((result) => {
      const to = owner.get(`${result.sessionId}:${result.driverIdx}`)
      if (to === undefined || to === key) return []
      return { alias: result.identity.alias, from: key, to, points: pointsOf(result) }
    }),
  )
  const grouped = Map.groupBy(moved, ({ alias, from, to }) => JSON.stringify([alias, from, to]))
  return [...grouped.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { alias, from, to } = first
    const points = roundPoints(group.reduce((sum, one) => sum + one.points, 0))
    return { alias, from, to, results: group.length, points }
  })
}

/** Finds the drivers whose row changes, in each tier where tiers compete. */
export function findDriverChanges(before: Ledgers, after: Ledgers): AliasPreview['drivers'] {
  const old = rowsOf(before)
  const now = rowsOf(after)
  const keys = new Set([...now.keys(), ...old.keys()])
  return Array.from(keys)
    .flatMap((place) => {
      const [was, is] = [old.get(place), now.get(place)]
      const row = is ?? was
      if (!row) return []
      return {
        key: row.key,
        name: row.name,
        ...(row.tier !== null && { tier: row.tier }),
        positionBefore: was?.position ?? null,
        positionAfter: is?.position ?? null,
        pointsBefore: was?.points ?? null,
        pointsAfter: is?.points ?? null,
      }
    })
    .filter(
      (row) => row.positionBefore !== row.positionAfter || row.pointsBefore !== row.pointsAfter,
    )
}

function rowsOf({ overall, tiers }: Ledgers) {
  const tables = tiers.length > 0 ? tiers : [{ tier: null, ledger: overall }]
  return new Map(
    tables.flatMap(({ tier, ledger }) =>
      driverTable(ledger).map(
        ({ key, shown }) => [JSON.stringify([tier, key]), { ...shown, key, tier }] as const,
      ),
    ),
  )
}

function findConflicts({ drivers }: Ledger): AliasPreview['conflicts'] {
  return drivers.flatMap(({ key, results }) =>
    Array.from(Map.groupBy(results, ({ sessionId }) => sessionId))
      .filter(([, cars]) => cars.length > 1)
      .map(([sessionId, cars]) => ({
        key,
        sessionId,
        driverIdxs: cars.map(({ driverIdx }) => driverIdx).toSorted((a, b) => a - b),
      })),
  )
}
