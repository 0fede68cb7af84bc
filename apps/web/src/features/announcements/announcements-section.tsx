import { loadNamespace } from '../../messages/language.ts'
import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

const AnnouncementsPanel = lazyPart(
  async () => {
    const [{ AnnouncementsPanel: Panel }] = await Promise.all([
      import('./announcements-panel.tsx'),
      loadNamespace('announcements'),
    ])
    return Panel
  },
  { fallback: <Skeleton className="h-24" /> },
)

/** Where a league's results and decisions are announced. */
export function AnnouncementsSection({ leagueId }: { readonly leagueId: string }) {
  const text = useText()
  return (
    <Section title={text('organiser.announcements')} anchor="announcements">
      <AnnouncementsPanel leagueId={leagueId} />
    </Section>
  )
}
