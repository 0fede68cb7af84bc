import type { Season } from '@pitboard/contract/seasons/season'
import { type ReactNode, useEffect, useRef } from 'react'
import { TakePartSection } from './take-part-section.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

const RosterSection = lazyPart(
  async () => (await import('../../features/roster/roster-section.tsx')).RosterSection,
  { texts: ['roster'], fallback: <Skeleton className="h-28" /> },
)

const DecisionsSection = lazyPart(
  async () => (await import('../../features/stewards/decisions-section.tsx')).DecisionsSection,
  { texts: ['stewards'], fallback: <Skeleton className="h-28" /> },
)

/**
 * Shows what a reader opens below the standings. Closed parts stand side by side, an open one is as wide as the page.
 */
export function SeasonParts({ season }: { readonly season: Season }) {
  return (
    <div className="mt-3 grid gap-x-8 gap-y-9 wide:grid-cols-3">
      <Part anchor="attendance">
        <TakePartSection season={season} />
      </Part>
      <Part anchor="roster">
        <RosterSection season={season} />
      </Part>
      <Part anchor="incidents">
        <DecisionsSection season={season} />
      </Part>
    </div>
  )
}

interface PartProps {
  readonly anchor: string
  readonly children: ReactNode
}

function Part({ anchor, children }: PartProps) {
  const part = useRef<HTMLDivElement>(null)
  // It loads late: it was not there yet when the browser looked for it.
  useEffect(() => {
    if (location.hash === `#${anchor}`) part.current?.scrollIntoView()
  }, [anchor])
  return (
    <div ref={part} className="min-w-0 scroll-mt-6 empty:hidden has-data-open:col-span-full">
      {children}
    </div>
  )
}
