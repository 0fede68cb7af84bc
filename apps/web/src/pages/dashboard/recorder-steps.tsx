import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Section } from '../../ui/section.tsx'
import { Prose } from '../../ui/reading/prose.tsx'

const STEPS = [
  'dashboard.recorderStep1',
  'dashboard.recorderStep2',
  'dashboard.recorderStep3',
  'dashboard.recorderStep4',
] as const

interface RecorderStepsProps {
  readonly userId: string
  /** Nothing is recorded yet: this is what to do next. */
  readonly first: boolean
}

/** How a recorder comes to send sessions in the user's name. */
export function RecorderSteps({ userId, first }: RecorderStepsProps) {
  const text = useText()
  return (
    <Section title={text(first ? 'dashboard.recorder' : 'dashboard.anotherRecorder')}>
      <ol className="mb-5 flex flex-col gap-3">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className="timing text-2xl leading-6 font-semibold text-secondary"
            >
              {index + 1}
            </span>
            <Prose>{text(step)}</Prose>
          </li>
        ))}
      </ol>
      <div className="flex flex-col gap-4">
        <CopyField label={text('dashboard.serverAddress')} value={location.origin} />
        <CopyField label={text('dashboard.userId')} value={userId} />
        <div className="flex flex-wrap gap-2">
          <DownloadButton look={first ? 'primary' : 'secondary'} />
          <ButtonLink to="/streamOverlay">{text('dashboard.streamOverlay')}</ButtonLink>
        </div>
      </div>
    </Section>
  )
}
