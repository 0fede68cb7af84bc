import type { Alias } from '@pitboard/contract/seasons/season'
import type { AliasPreview } from '@pitboard/contract/seasons/standings'
import { pointsOf, roundPoints } from './count.ts'
import type { SeasonInput } from './input.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { driverTable } from './standings.ts'

/** How other aliases would change the drivers' table. */
export function previewAliases(season: SeasonInput, aliases: readonly Alias[]): AliasPreview {
  const [before, after] = [openLedger(season), openLedger({ ...season, aliases })]
  return {
    moves: findMoves(before, after),
    drivers: findDriverChanges(before, after),
    conflicts: findConflicts(after),
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

export function findDriverChanges(before: Ledger, after: Ledger): AliasPreview['drivers'] {
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
