import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'

/** Lets users who already record pair another computer here: each computer is paired once. */
export function AnotherRecorder() {
  const t = useText()
  return (
    <Section title={t('dashboard.anotherRecorder')}>
      <p className="mb-3 max-w-prose text-muted">{t('dashboard.anotherRecorderHow')}</p>
      <div className="flex flex-wrap gap-2">
        <DownloadButton look="secondary" />
        <ButtonLink to="/streamOverlay">{t('dashboard.streamOverlay')}</ButtonLink>
      </div>
    </Section>
  )
}
