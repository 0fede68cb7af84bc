import type { Alias } from '@pitboard/contract/season'
import type { AliasPreview } from '@pitboard/contract/standings'
import { pointsOf, rounded } from './count.ts'
import type { SeasonInput } from './input.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { driverTable } from './standings.ts'

/** What changes in the drivers' table if the season had these aliases in place of its own. */
export function previewAliases(season: SeasonInput, aliases: readonly Alias[]): AliasPreview {
  const [before, after] = [openLedger(season), openLedger({ ...season, aliases })]
  return {
    moves: movesBetween(before, after),
    drivers: changesBetween(before, after),
    conflicts: conflictsOf(after),
  }
}

function movesBetween(before: Ledger, after: Ledger): AliasPreview['moves'] {
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
  return Array.from(grouped.values(), (group) => ({
    alias: group[0]?.alias ?? '',
    from: group[0]?.from ?? '',
    to: group[0]?.to ?? '',
    results: group.length,
    points: rounded(group.reduce((sum, { points }) => sum + points, 0)),
  }))
}

function changesBetween(before: Ledger, after: Ledger): AliasPreview['drivers'] {
  const old = rowsOf(before)
  const now = rowsOf(after)
  const keys = new Set([...now.keys(), ...old.keys()])
  return Array.from(keys, (key) => {
    const [was, is] = [old.get(key), now.get(key)]
    return {
      key,
      name: is?.name ?? was?.name ?? key,
      positionBefore: was?.position ?? null,
      positionAfter: is?.position ?? null,
      pointsBefore: was?.points ?? null,
      pointsAfter: is?.points ?? null,
    }
  }).filter(
    (row) => row.positionBefore !== row.positionAfter || row.pointsBefore !== row.pointsAfter,
  )
}

function rowsOf(ledger: Ledger) {
  return new Map(driverTable(ledger).map(({ key, shown }) => [key, shown]))
}

function conflictsOf({ drivers }: Ledger): AliasPreview['conflicts'] {
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
