import type { ReactNode } from 'react'
import { RecorderHint } from '../../features/first-run/recorder-hint.tsx'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import type { HomeStep } from './home-step.ts'

interface NextStepProps {
  readonly step: HomeStep
  readonly userId: string
}

/** Shows the next step, with the one red button of the page. */
export function NextStep({ step, userId }: NextStepProps) {
  const t = useText()
  switch (step.kind) {
    case 'live':
      return (
        <Step title={t('dashboard.nextLive')} how={t('dashboard.nextLiveHow')}>
          <ButtonLink look="primary" to="/live/$sessionId" params={{ sessionId: step.sessionId }}>
            {t('dashboard.nextWatch')}
          </ButtonLink>
          <ButtonLink to="/streamOverlay">{t('dashboard.streamOverlay')}</ButtonLink>
        </Step>
      )
    case 'recorder':
      return (
        <Section title={t('dashboard.nextRecorder')}>
          <Card>
            <RecorderHint report={step.report} />
          </Card>
        </Section>
      )
    case 'calendar': {
      const { id: seasonId, name } = step.season
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
    case 'season':
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
