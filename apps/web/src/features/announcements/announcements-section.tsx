import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

const AnnouncementsPanel = lazyPart(
  async () => (await import('./announcements-panel.tsx')).AnnouncementsPanel,
  { texts: ['announcements'], fallback: <Skeleton className="h-24" /> },
)

/** Says where a league's results and decisions are announced. */
export function AnnouncementsSection({ leagueId }: { readonly leagueId: string }) {
  const t = useText()
  return (
    <Section title={t('organiser.announcements')} anchor="announcements">
      <AnnouncementsPanel leagueId={leagueId} />
    </Section>
  )
}
