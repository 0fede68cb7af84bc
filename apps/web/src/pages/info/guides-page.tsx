import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { findHelp } from './find-help.ts'
import { GuideCards } from './guide-cards.tsx'

const SEARCH_MAX = 60

export function GuidesPage() {
  const t = useText()
  const { search } = useSearch({ from: '/guides' })
  const navigate = useNavigate({ from: '/guides' })
  return (
    <div className="flex flex-col gap-8">
      <PageTitle page={t('guides.title')} />
      <header>
        <h1>{t('guides.title')}</h1>
        <p className="mt-2 mb-5 max-w-prose text-muted">{t('guides.lead')}</p>
        <SearchBox
          label={t('guides.search')}
          search={search}
          maxLength={SEARCH_MAX}
          onSearch={(next) => void navigate({ to: '.', search: { search: next }, replace: true })}
        />
      </header>
      {search !== '' && <Found search={search} />}
      <GuideCards />
      <p>
        <TextLink to="/faq">{t('guides.toFaq')}</TextLink>
      </p>
    </div>
  )
}

function Found({ search }: { readonly search: string }) {
  const t = useText()
  const found = findHelp(t, search)
  return (
    <Section title={t('guides.found')}>
      {found.length === 0 && (
        <EmptyState title={t('guides.nothing')}>{t('guides.nothingWhy')}</EmptyState>
      )}
      <ul className="grid gap-x-10 gap-y-5 wide:grid-cols-2">
        {found.map(({ to, hash, title, place, excerpt }) => (
          <li key={`${to}#${hash}`} className="min-w-0">
            <TextLink to={to} hash={hash}>
              {t(title)}
            </TextLink>
            <p className="text-small text-muted">{t(place)}</p>
            <p className="mt-1 line-clamp-3 max-w-prose">{excerpt}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
