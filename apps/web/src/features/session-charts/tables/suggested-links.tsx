import { COMPARED_LAPS_MAX, writeLapReference } from '@pitboard/contract/comparison/lap-reference'
import { lapSuggestions, type SuggestedLaps } from '@pitboard/contract/comparison/suggested-laps'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useAccount } from '../../../auth/account.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'
import { ButtonLink } from '../../../ui/buttons/link.tsx'

const SUGGESTIONS = [
  ['ownBest', 'compare.withOwnBest'],
  ['sessionFastest', 'compare.withFastest'],
  ['record', 'compare.withRecord'],
] as const satisfies readonly (readonly [keyof SuggestedLaps, string])[]

/**
 * Returns laps that are worth comparing with the first of the picked ones, and are not picked yet; null while they are
 * not known.
 */
export function useSuggestedLaps(picked: readonly string[]) {
  const t = useText()
  const account = useAccount()
  const [lap = ''] = picked
  const { data, isPending } = useQuery({
    queryKey: ['lapSuggestions', lap, account?.userId ?? null],
    queryFn: ({ signal }) => call(lapSuggestions.find, { query: { lap }, signal }),
    enabled: lap !== '',
    placeholderData: keepPreviousData,
  })
  if (isPending && lap !== '') return null
  if (!data || lap === '' || picked.length >= COMPARED_LAPS_MAX) return []
  const offered = new Set(picked)
  return SUGGESTIONS.flatMap(([name, label]) => {
    const suggested = data[name]
    if (!suggested) return []
    const { sessionId, driverIdx, lapNum, lapTimeMs } = suggested
    const key = writeLapReference({ sessionId, driverIdx, lap: lapNum })
    // One lap may be all three.
    if (offered.has(key)) return []
    offered.add(key)
    return [{ key, label: t(label, { time: formatLapTime(lapTimeMs) }) }]
  })
}

/** Compares the picked laps with one that is worth it. */
export function SuggestedLinks({ picked }: { readonly picked: readonly string[] }) {
  return useSuggestedLaps(picked)?.map(({ key, label }) => (
    <ButtonLink key={key} look="plain" to="/compare" search={{ laps: [...picked, key].join(',') }}>
      {label}
    </ButtonLink>
  ))
}
