import type { ReactNode } from 'react'
import { Operator } from '../../features/site/operator.tsx'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Prose } from '../../ui/reading/prose.tsx'

type Part = readonly [title: PlainKey, body: PlainKey]

const NOTICE: readonly Part[] = [
  ['legal.noticeContentTitle', 'legal.noticeContent'],
  ['legal.noticeLinksTitle', 'legal.noticeLinks'],
  ['legal.noticeTrademarksTitle', 'legal.noticeTrademarks'],
  ['legal.noticeSoftwareTitle', 'legal.noticeSoftware'],
]

const TERMS: readonly Part[] = [
  ['legal.termsServiceTitle', 'legal.termsService'],
  ['legal.termsAccessTitle', 'legal.termsAccess'],
  ['legal.termsOthersTitle', 'legal.termsOthers'],
  ['legal.termsConductTitle', 'legal.termsConduct'],
  ['legal.termsContentTitle', 'legal.termsContent'],
  ['legal.termsResultsTitle', 'legal.termsResults'],
  ['legal.termsRecorderTitle', 'legal.termsRecorder'],
  ['legal.termsLiabilityTitle', 'legal.termsLiability'],
  ['legal.termsEndTitle', 'legal.termsEnd'],
]

const PRIVACY: readonly Part[] = [
  ['legal.privacyVisitTitle', 'legal.privacyVisit'],
  ['legal.privacyStorageTitle', 'legal.privacyStorage'],
  ['legal.privacyTelemetryTitle', 'legal.privacyTelemetry'],
  ['legal.privacyRecorderTitle', 'legal.privacyRecorder'],
  ['legal.privacyAccountsTitle', 'legal.privacyAccounts'],
  ['legal.privacyRecipientsTitle', 'legal.privacyRecipients'],
  ['legal.privacyDurationTitle', 'legal.privacyDuration'],
  ['legal.privacyRightsTitle', 'legal.privacyRights'],
]

export function LegalNoticePage() {
  const t = useText()
  return (
    <LegalPage title={t('legal.noticeTitle')} parts={NOTICE}>
      <Section title={t('legal.noticeResponsibleTitle')}>
        <Operator />
      </Section>
    </LegalPage>
  )
}

export function TermsPage() {
  const t = useText()
  return (
    <LegalPage title={t('legal.termsTitle')} parts={TERMS}>
      <Prose>{t('legal.termsIntro')}</Prose>
      <Operator />
    </LegalPage>
  )
}

export function PrivacyPage() {
  const t = useText()
  return (
    <LegalPage title={t('legal.privacyTitle')} parts={PRIVACY}>
      <Prose>{t('legal.privacyIntro')}</Prose>
      <Section title={t('legal.privacyControllerTitle')}>
        <Operator />
      </Section>
    </LegalPage>
  )
}

interface LegalPageProps {
  readonly title: string
  readonly parts: readonly Part[]
  readonly children: ReactNode
}

function LegalPage({ title, parts, children }: LegalPageProps) {
  const t = useText()
  return (
    <article className="flex flex-col gap-8">
      <PageTitle page={title} />
      <div>
        <h1>{title}</h1>
        <p className="mt-1 text-small text-faint">{t('legal.asOf')}</p>
      </div>
      <div className="columns-[34rem] gap-x-14 *:mb-8 *:break-inside-avoid">
        {children}
        {parts.map(([heading, body]) => (
          <Section key={heading} title={t(heading)}>
            <Prose>{t(body)}</Prose>
          </Section>
        ))}
      </div>
    </article>
  )
}
