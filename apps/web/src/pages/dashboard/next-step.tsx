import type { RecorderReport } from '@pitboard/contract/ingest/recorder-status'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ownRecorderStatus } from '../../features/first-run/recorder-status-query.ts'
import { RecorderHint } from '../../features/first-run/recorder-hint.tsx'
import { newestOwnSeasons } from '../../features/season/own-season-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'

interface NextStepProps {
  readonly userId: string
  readonly hasSessions: boolean
}

/** The one thing that is worth doing next, for drivers and organisers who have begun. */
export function NextStep({ userId, hasSessions }: NextStepProps) {
  const t = useText()
  const { data: status } = useQuery(ownRecorderStatus)
  const { data: seasons } = useQuery(newestOwnSeasons)
  if (!status || !seasons) return null
  const season = seasons.seasons.find(({ events }) => events.length === 0)
  // The first steps lead to the first live race.
  if (status.liveSessionId !== null && hasSessions) {
    return (
      <Step title={t('dashboard.nextLive')} how={t('dashboard.nextLiveHow')}>
        <ButtonLink
          look="primary"
          to="/live/$sessionId"
          params={{ sessionId: status.liveSessionId }}
        >
          {t('dashboard.nextWatch')}
        </ButtonLink>
        <ButtonLink to="/streamOverlay">{t('dashboard.streamOverlay')}</ButtonLink>
      </Step>
    )
  }
  if (status.report !== null && needsHelp(status.report) && hasSessions) {
    return (
      <Section title={t('dashboard.nextRecorder')}>
        <Card>
          <RecorderHint report={status.report} />
        </Card>
      </Section>
    )
  }
  if (season) {
    const { id: seasonId, name } = season
    return (
      <Step
        title={t('dashboard.nextCalendar', { season: name })}
        how={t('dashboard.nextCalendarHow')}
      >
        <ButtonLink look="primary" to="/dashboard/seasons/$seasonId/edit" params={{ seasonId }}>
          {t('dashboard.nextCalendarDo')}
        </ButtonLink>
      </Step>
    )
  }
  if (!hasSessions || seasons.totalElements > 0) return null
  return (
    <Step title={t('dashboard.nextSeason')} how={t('dashboard.nextSeasonHow')}>
      <ButtonLink look="primary" to="/dashboard/seasons/create">
        {t('dashboard.nextSeasonDo')}
      </ButtonLink>
      <ButtonLink to="/liveUser/$userId" params={{ userId }}>
        {t('dashboard.nextLivePage')}
      </ButtonLink>
    </Step>
  )
}

/** Who does not drive receives nothing: that is no fault of the recorder. */
function needsHelp({ problem }: RecorderReport): boolean {
  return problem !== null && problem !== 'noPackets'
}

interface StepProps {
  readonly title: string
  readonly how: string
  readonly children: ReactNode
}

function Step({ title, how, children }: StepProps) {
  return (
    <Section title={title}>
      <Card>
        <p className="max-w-prose text-muted">{how}</p>
        <div className="mt-3 flex flex-wrap gap-2">{children}</div>
      </Card>
    </Section>
  )
}
