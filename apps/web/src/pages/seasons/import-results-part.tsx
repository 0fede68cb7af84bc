import { useQuery } from '@tanstack/react-query'
import { ImportResults } from '../../features/manual-result/import-results.tsx'
import { rosterOf } from '../../features/roster/roster-queries.ts'
import { useEditedSeason } from '../../features/season/edited-season.ts'

/** Imports results, and knows the drivers of the roster who have not driven yet, too. */
export function ImportResultsPart() {
  const { season } = useEditedSeason()
  const { data } = useQuery(rosterOf(season.id, season.version))
  const names = season.standings.drivers.filter(({ isHidden }) => !isHidden)
  const known = new Set([
    ...(data?.drivers ?? []).map(({ name }) => name),
    ...names.map(({ name }) => name),
  ])
  return <ImportResults known={[...known]} />
}
