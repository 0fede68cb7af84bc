import type { RecorderStatus } from '@pitboard/contract/ingest/recorder-status'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { RecorderHint } from './recorder-hint.tsx'
import { findDoneSteps, ownRecorderStatus, STEPS, type StepName } from './recorder-status-query.ts'

const GAME_PORT = 20_777
const EXPLANATIONS = {
  download: 'dashboard.downloadHow',
  pair: 'dashboard.pairHow',
  session: 'dashboard.sessionHow',
} as const

interface FirstRunStepsProps {
  /** The first step offers this: a feature never imports another. */
  readonly download: ReactNode
}

/** The steps lead from the download to the first recorded session; each step completes automatically. */
export function FirstRunSteps({ download }: FirstRunStepsProps) {
  const t = useText()
  const query = useQuery(ownRecorderStatus)
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
      {(data) => {
        const done = findDoneSteps(data)
        const current = STEPS.find((step) => !done.has(step)) ?? null
        return (
          <Section title={t('dashboard.stepsTitle')} anchor="first-steps">
            <ol className="flex flex-col gap-4">
              {STEPS.map((step) => (
                <li
                  key={step}
                  aria-current={step === current ? 'step' : undefined}
                  className="flex gap-3"
                >
                  <StepMark
                    state={done.has(step) ? 'stepDone' : step === current ? 'stepNow' : 'stepOpen'}
                  />
                  <div className="min-w-0 flex-1">
                    <h3 className={step === current ? '' : 'text-muted'}>
                      {t(`dashboard.${step}`)}
                    </h3>
                    {step === current && (
                      <CurrentStep step={step} status={data} download={download} />
                    )}
                    {step === 'live' && <LiveLink status={data} />}
                  </div>
                </li>
              ))}
            </ol>
          </Section>
        )
      }}
    </QueryContent>
  )
}

function StepMark({ state }: { readonly state: 'stepDone' | 'stepNow' | 'stepOpen' }) {
  const t = useText()
  const look = {
    stepDone: 'border-good text-good',
    stepNow: 'border-secondary text-secondary',
    stepOpen: 'border-line-strong text-faint',
  }[state]
  return (
    <span className={`grid size-7 shrink-0 place-items-center rounded-full border-2 ${look}`}>
      {state === 'stepDone' && <Icon name="check" size="size-4" />}
      {state === 'stepNow' && <Icon name="arrowRight" size="size-4" />}
      <span className="sr-only">{t(`dashboard.${state}`)}</span>
    </span>
  )
}

interface CurrentStepProps extends FirstRunStepsProps {
  readonly step: StepName
  readonly status: RecorderStatus
}

function CurrentStep({ step, status, download }: CurrentStepProps) {
  const t = useText()
  const { report } = status
  return (
    <>
      <p className="max-w-prose text-muted">{useStepText(step, status)}</p>
      {step === 'download' && <div className="mt-3">{download}</div>}
      {step === 'packets' && (
        <p className="mt-1">
          <TextLink to="/guides/game">{t('dashboard.packetsHelp')}</TextLink>
        </p>
      )}
      {(step === 'packets' || step === 'live') && <RecorderHint report={report} />}
    </>
  )
}

function useStepText(step: StepName, { report }: RecorderStatus): string {
  const t = useText()
  if (step === 'packets') {
    return t('dashboard.packetsHow', { port: String(report?.listenPort ?? GAME_PORT) })
  }
  if (step === 'live') return t('dashboard.liveHow', { rate: report?.packetsPerSecond ?? 0 })
  return t(EXPLANATIONS[step])
}

function LiveLink({ status: { liveSessionId } }: { readonly status: RecorderStatus }) {
  const t = useText()
  if (liveSessionId === null) return null
  return (
    <div className="mt-2">
      <ButtonLink to="/live/$sessionId" params={{ sessionId: liveSessionId }} look="primary">
        {t('dashboard.watch')}
      </ButtonLink>
    </div>
  )
}
