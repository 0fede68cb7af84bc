import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { FirstRunSteps } from '../../features/first-run/first-run-steps.tsx'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Section } from '../../ui/section.tsx'

/** It is the first page of a user without anything: the way to a recorded race, and the way of others beside it. */
export function Newcomer() {
  const t = useText()
  return (
    <Columns
      side={
        <>
          <Section title={t('home.drive')}>
            <p className="max-w-prose text-muted">{t('home.driveHow')}</p>
          </Section>
          <Section title={t('home.organise')}>
            <p className="mb-3 max-w-prose text-muted">{t('home.organiseHow')}</p>
            <ButtonLink to="/dashboard/leagues/create">{t('home.organiseDo')}</ButtonLink>
          </Section>
        </>
      }
    >
      <FirstRunSteps download={<DownloadButton look="primary" />} />
    </Columns>
  )
}
