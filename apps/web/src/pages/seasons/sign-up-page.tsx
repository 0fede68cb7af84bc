import type { Season } from '@pitboard/contract/seasons/season'
import type { SeasonSignUp, SignUpForm as FormRules } from '@pitboard/contract/sign-ups/sign-ups'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { seasonDetail } from '../../features/season/season-queries.ts'
import { OwnSignUp } from '../../features/sign-ups/own-sign-up.tsx'
import { closedWords, signUpFacts } from '../../features/sign-ups/sign-up-facts.ts'
import { SignUpForm } from '../../features/sign-ups/sign-up-form.tsx'
import { signUpOf } from '../../features/sign-ups/sign-up-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'
import { PageContent, QueryContent } from '../../ui/shell/query-content.tsx'

/** Drivers get a place in a season here. */
export function SignUpPage() {
  const { seasonId } = useParams({ from: '/seasons/$seasonId/sign-up' })
  const query = useQuery(seasonDetail(seasonId))
  return <PageContent query={query}>{(season) => <Content season={season} />}</PageContent>
}

function Content({ season }: { readonly season: Season }) {
  const t = useText()
  const query = useQuery(signUpOf(season.id, useAccount()?.userId ?? null))
  const title = t('participation.titleOf', { season: season.name })
  return (
    <div className="mx-auto flex w-full max-w-prose flex-col gap-6">
      <PageTitle page={title} />
      <div className="flex flex-col items-start gap-2">
        <h1 className="wrap-anywhere">{title}</h1>
        <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
          {t('participation.toSeason')}
        </TextLink>
      </div>
      <QueryContent query={query} placeholder={<PageSkeleton />}>
        {(signUp) =>
          signUp.form ? (
            <Details season={season} form={signUp.form} signUp={signUp} />
          ) : (
            <EmptyState title={t('participation.none')}>{t('participation.noneWhy')}</EmptyState>
          )
        }
      </QueryContent>
    </div>
  )
}

interface DetailsProps {
  readonly season: Season
  readonly form: FormRules
  readonly signUp: SeasonSignUp
}

function Details({ season, form, signUp }: DetailsProps) {
  const t = useText()
  const { own, isOpen } = signUp
  const userId = useAccount()?.userId
  return (
    <>
      {form.note !== '' && <p className="wrap-anywhere whitespace-pre-line">{form.note}</p>}
      <p className="text-muted">{signUpFacts(form, signUp, t).join(' ')}</p>
      {own && <OwnSignUp season={season} own={own} />}
      {isOpen && own?.status !== 'refused' && (
        <SignUpForm key={userId} season={season} form={form} signUp={signUp} />
      )}
      {!isOpen && !own && (
        <EmptyState title={t('participation.notOpen')}>{closedWords(form, t)}</EmptyState>
      )}
    </>
  )
}
