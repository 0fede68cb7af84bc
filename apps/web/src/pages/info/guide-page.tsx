import { useText } from '../../messages/use-text.ts'
import { Prose } from '../../ui/reading/prose.tsx'
import { SectionIndex } from '../../ui/reading/section-index.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { GuideCards } from './guide-cards.tsx'
import { Figure } from './guide-figures.tsx'
import {
  BROADCASTING_GUIDE,
  GAME_GUIDE,
  type Guide,
  LEAGUE_GUIDE,
  STEWARDING_GUIDE,
} from './guides.ts'

export function GameGuidePage() {
  return <GuidePage guide={GAME_GUIDE} />
}

export function LeagueGuidePage() {
  return <GuidePage guide={LEAGUE_GUIDE} />
}

export function StewardingGuidePage() {
  return <GuidePage guide={STEWARDING_GUIDE} />
}

export function BroadcastingGuidePage() {
  return <GuidePage guide={BROADCASTING_GUIDE} />
}

function GuidePage({ guide: { path, title, lead, sections } }: { readonly guide: Guide }) {
  const t = useText()
  return (
    <div className="grid gap-x-12 gap-y-8 wide:grid-cols-[14rem_minmax(0,1fr)]">
      <PageTitle page={t(title)} />
      <header className="wide:col-span-2">
        <h1>{t(title)}</h1>
        <p className="mt-2 max-w-prose text-muted">{t(lead)}</p>
      </header>
      <SectionIndex
        label={t('guides.contents')}
        sections={sections.map(({ id, title: name }) => ({ anchor: id, title: t(name) }))}
      />
      <div className="grid min-w-0 items-start gap-x-10 gap-y-10 xl:grid-cols-2 broad:grid-cols-3">
        {sections.map(({ id, title: name, text, figure }) => (
          <div key={id} className={figure === undefined ? 'min-w-0' : 'min-w-0 xl:col-span-full'}>
            <Section anchor={id} title={t(name)}>
              {figure === undefined ? (
                <Prose>{t(text)}</Prose>
              ) : (
                <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-2 broad:grid-cols-3">
                  <Prose>{t(text)}</Prose>
                  <div className="min-w-0 broad:col-span-2">
                    <Figure name={figure} />
                  </div>
                </div>
              )}
            </Section>
          </div>
        ))}
        <div className="min-w-0 xl:col-span-full">
          <Section title={t('guides.others')}>
            <GuideCards without={path} />
          </Section>
        </div>
      </div>
    </div>
  )
}
