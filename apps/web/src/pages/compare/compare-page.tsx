import { parseLapReferences, writeLapReferences } from '@pitboard/contract/comparison/lap-reference'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lapComparison } from '../../features/compare/compare-query.ts'
import { useText } from '../../messages/use-text.ts'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'
import { PageContent } from '../../ui/shell/query-content.tsx'

/** They are fetched while the laps are requested. */
const ComparedLaps = lazyPart(async () => (await import('./compared-laps-view.tsx')).ComparedLaps, {
  fallback: <PageSkeleton />,
})
void ComparedLaps.preload()

const FirstLap = lazyPart(async () => (await import('./first-lap.tsx')).FirstLap, {
  texts: ['records'],
  fallback: <PageSkeleton />,
})

export function ComparePage() {
  const t = useText()
  const search = useSearch({ from: '/compare' })
  const laps = writeLapReferences(parseLapReferences(search.laps))
  return (
    <>
      <PageTitle page={t('compare.title')} />
      {laps === '' ? <NoLaps /> : <Comparison laps={laps} />}
    </>
  )
}

function NoLaps() {
  const t = useText()
  return (
    <div className="flex flex-col gap-6">
      <h1>{t('compare.title')}</h1>
      <FirstLap />
    </div>
  )
}

function Comparison({ laps }: { readonly laps: string }) {
  return (
    <PageContent query={useQuery(lapComparison(laps))}>
      {(answer) => <ComparedLaps answer={answer} />}
    </PageContent>
  )
}
