import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lapComparison, sessionLaps } from './compare-query.ts'
import type { ShownComparison } from './compared/compared-laps.ts'
import { showTheoretical, type Theoretical, theoreticalSources } from './compared/theoretical.ts'

/** Joins the quickest laps of the driver of the reference, once somebody wants to see it. */
export function useTheoretical({ grid, laps }: ShownComparison, isShown: boolean): Theoretical {
  const [reference] = laps
  const driven = useQuery({ ...sessionLaps(reference.reference.sessionId), enabled: isShown })
  const keys = driven.data ? theoreticalSources(driven.data, reference) : []
  const answer = useQuery({ ...lapComparison(keys.join()), enabled: isShown && keys.length > 1 })
  const { data, isPlaceholderData } = answer
  const joined = useMemo(
    () => (data && !isPlaceholderData ? showTheoretical(data, grid, reference) : undefined),
    [data, isPlaceholderData, grid, reference],
  )
  if (!isShown || (driven.data && keys.length < 2) || driven.isError || answer.isError) return null
  return joined
}
