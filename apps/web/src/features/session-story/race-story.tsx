import { keyMoments } from '@pitboard/analysis/outcome/key-moments'
import { raceFacts } from '@pitboard/analysis/outcome/race-facts'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useMemo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Section } from '../../ui/section.tsx'
import { DriverRaceCard } from './driver-race-card.tsx'
import { MomentList } from './moment-list.tsx'
import { raceReport, reportAsText } from './race-report.ts'

/** Tells a race as a story: what happened in some sentences, and the moments that made it. */
export function RaceStory({ session }: { readonly session: SessionDetail }) {
  const t = useText()
  const moments = useMemo(() => keyMoments(session), [session])
  const facts = useMemo(() => raceFacts(session), [session])
  if (moments.length === 0) return null
  const report = facts ? raceReport(facts, session, t) : []
  const address = `${location.origin}/sessions/${session.id}`
  return (
    <Section
      title={t('result.story')}
      anchor="story"
      actions={
        report.length > 0 && (
          <CopyButton label={t('story.copy')} value={reportAsText(report, session, address, t)} />
        )
      }
    >
      <div className="flex flex-col gap-6">
        <div className="columns-[34rem] gap-x-12 empty:hidden">
          {report.map((paragraph) => (
            <p key={paragraph} className="mb-3 max-w-[46rem] break-inside-avoid">
              {paragraph}
            </p>
          ))}
        </div>
        <DriverRaceCard session={session} />
        <MomentList session={session} moments={moments} />
      </div>
    </Section>
  )
}
