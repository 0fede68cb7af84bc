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

/** Compares the picked laps with a lap that is worth it, by the first of them. */
export function SuggestedLinks({ picked }: { readonly picked: readonly string[] }) {
  const t = useText()
  const account = useAccount()
  const [lap = ''] = picked
  const { data } = useQuery({
    queryKey: ['lapSuggestions', lap, account?.userId ?? null],
    queryFn: ({ signal }) => call(lapSuggestions.find, { query: { lap }, signal }),
    enabled: lap !== '',
    placeholderData: keepPreviousData,
  })
  if (!data || lap === '' || picked.length >= COMPARED_LAPS_MAX) return null
  const offered = new Set(picked)
  return SUGGESTIONS.map(([name, label]) => {
    const suggested = data[name]
    if (!suggested) return null
    const { sessionId, driverIdx, lapNum, lapTimeMs } = suggested
    const key = writeLapReference({ sessionId, driverIdx, lap: lapNum })
    // One lap may be all three.
    if (offered.has(key)) return null
    offered.add(key)
    return (
      <ButtonLink
        key={name}
        look="plain"
        to="/compare"
        search={{ laps: [...picked, key].join(',') }}
      >
        {t(label, { time: formatLapTime(lapTimeMs) })}
      </ButtonLink>
    )
  })
}
