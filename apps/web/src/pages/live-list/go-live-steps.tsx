import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'

const STEPS = ['landing.step1', 'landing.step2', 'landing.step3'] as const

interface GoLiveStepsProps {
  /** The download button has this look, because a page has one primary action. */
  readonly look?: 'primary' | 'secondary'
}

/** The steps lead from the download to a race that others can watch. */
export function GoLiveSteps({ look = 'primary' }: GoLiveStepsProps) {
  const t = useText()
  return (
    <Section title={t('landing.startTitle')} anchor="start">
      <ol className="grid gap-x-8 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span aria-hidden="true" className="timing text-figure leading-8 font-semibold">
              {index + 1}
            </span>
            <span className="max-w-[52ch] min-w-0 wrap-break-word text-muted">{t(step)}</span>
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <DownloadButton look={look} />
        <TextLink to="/guides/game">{t('landing.help')}</TextLink>
      </div>
    </Section>
  )
}
