import { FIGURES_MAX, site, type SiteFigures as Counted } from '@pitboard/contract/site/site'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Figure, Figures } from '../../ui/layout/figures.tsx'

/** A new installation has nothing to boast of. */
const RACES_MIN = 10

const siteFigures = queryOptions({
  queryKey: ['site', 'figures'],
  queryFn: ({ signal }) => call(site.figures, { signal }),
  staleTime: 600_000,
})

const SHOWN = [
  ['races', 'tour.races'],
  ['laps', 'tour.laps'],
  ['drivers', 'tour.drivers'],
  ['leagues', 'tour.leagues'],
] as const satisfies readonly (readonly [keyof Counted, PlainKey])[]

/** Shows what this installation has recorded; shows nothing while that is little. */
export function SiteFigures() {
  const t = useText()
  const { data } = useQuery(siteFigures)
  if (!data || data.races < RACES_MIN) return null
  const format = new Intl.NumberFormat(t.locale)
  return (
    <div className="border-t border-line pt-6">
      <Figures>
        {SHOWN.filter(([key]) => data[key] > 0).map(([key, name]) => (
          <Figure key={key} name={t(name)} large>
            {format.format(data[key])}
            {data[key] >= FIGURES_MAX && '+'}
          </Figure>
        ))}
      </Figures>
    </div>
  )
}
