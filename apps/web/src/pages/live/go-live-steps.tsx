import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'

const STEPS = ['landing.step1', 'landing.step2', 'landing.step3', 'landing.step4'] as const

/** From nothing to a race that others can watch. */
export function GoLiveSteps() {
  const text = useText()
  return (
    <Section title={text('landing.startTitle')} anchor="start">
      <ol className="flex max-w-2xl flex-col gap-4">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className="timing text-figure leading-8 font-semibold text-secondary"
            >
              {index + 1}
            </span>
            <span className="min-w-0 wrap-break-word text-muted">{text(step)}</span>
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <DownloadButton />
        <TextLink to="/faq">{text('landing.help')}</TextLink>
      </div>
    </Section>
  )
}
