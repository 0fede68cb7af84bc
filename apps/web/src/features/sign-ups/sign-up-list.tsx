import {
  type SignUp,
  type SignUpForm,
  signUps,
  type SignUpStatus,
} from '@pitboard/contract/sign-ups/sign-ups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { SIGN_UPS_KEY, signUpsOf } from './sign-up-queries.ts'
import { useEditedSeason } from '../season/edited-season.ts'

const FetchedFileButton = lazyPart(
  async () => (await import('../season/fetched-file-button.tsx')).FetchedFileButton,
  { fallback: null },
)

const STATUSES = {
  pending: 'participation.statusPending',
  accepted: 'participation.statusAccepted',
  waiting: 'participation.statusWaiting',
  refused: 'participation.statusRefused',
  withdrawn: 'participation.statusWithdrawn',
} as const satisfies Record<SignUpStatus, string>
const ALL = ''

interface SignUpListProps {
  readonly form: SignUpForm
}

/** Lists drivers with their answers, for the organiser. */
export function SignUpList({ form }: SignUpListProps) {
  const { season } = useEditedSeason()
  const t = useText()
  const [status, setStatus] = useState<SignUpStatus | typeof ALL>(ALL)
  const [tier, setTier] = useState(ALL)
  const filter = { status: status || null, tier: tier || null }
  const query = useQuery(signUpsOf(season.id, filter))
  const all = { value: ALL, label: t('participation.all') } as const
  const statuses = (['pending', 'accepted', 'waiting', 'refused', 'withdrawn'] as const).map(
    (value) => ({ value, label: t(STATUSES[value]) }),
  )
  return (
    <Section
      title={t('participation.drivers')}
      actions={
        <FetchedFileButton
          path={`/api/Seasons/${season.id}/signUps/export`}
          fileName="sign-ups.csv"
        >
          {t('participation.csv')}
        </FetchedFileButton>
      }
    >
      <div className="mb-4 flex max-w-lg gap-3">
        <Select
          label={t('participation.filter')}
          options={[all, ...statuses]}
          value={status}
          onChange={setStatus}
        />
        {form.tiers.length > 0 && (
          <Select
            label={t('participation.tierFilter')}
            options={[all, ...form.tiers.map(({ name }) => ({ value: name, label: name }))]}
            value={tier}
            onChange={setTier}
          />
        )}
      </div>
      <QueryContent query={query} placeholder={<Skeleton className="h-48" />}>
        {(data) =>
          data.length > 0 ? (
            <Drivers form={form} rows={data} />
          ) : status === ALL && tier === ALL ? (
            <EmptyState title={t('participation.nobody')}>
              {t('participation.nobodyWhy')}
            </EmptyState>
          ) : (
            <EmptyState title={t('participation.noMatch')} />
          )
        }
      </QueryContent>
    </Section>
  )
}

function Drivers({ form, rows }: SignUpListProps & { readonly rows: SignUp[] }) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const queries = useQueryClient()

  async function decide({ id, name }: SignUp, status: 'accepted' | 'refused') {
    const params = { seasonId: season.id, signUpId: id }
    await edit.runWithToast(
      (ifMatch) => call(signUps.decide, { params, body: { status }, ifMatch }),
      {
        done: t(status === 'accepted' ? 'participation.didAccept' : 'participation.didRefuse', {
          name,
        }),
      },
    )
    await queries.invalidateQueries({ queryKey: [SIGN_UPS_KEY, season.id] })
  }

  return (
    <ItemList
      label={t('participation.drivers')}
      items={rows.map((row) => ({
        id: row.id,
        title: (
          <>
            {row.name === row.username ? row.name : `${row.name} (${row.username})`}
            <StatusBadge row={row} />
            {row.tier !== '' && <Badge>{row.tier}</Badge>}
          </>
        ),
        detail: answerWords(row, form, t),
        action: (
          <span className="flex gap-2">
            {(row.status === 'pending' || row.status === 'refused') && (
              <Button
                size="small"
                aria-label={`${t('participation.accept')}: ${row.name}`}
                onClick={() => void decide(row, 'accepted')}
              >
                {t('participation.accept')}
              </Button>
            )}
            {row.status !== 'refused' && row.status !== 'withdrawn' && (
              <Button
                size="small"
                look="quiet"
                aria-label={`${t('participation.refuse')}: ${row.name}`}
                onClick={() => void decide(row, 'refused')}
              >
                {t('participation.refuse')}
              </Button>
            )}
          </span>
        ),
      }))}
    />
  )
}

function StatusBadge({ row: { status, waitingPlace } }: { readonly row: SignUp }) {
  const t = useText()
  if (status === 'accepted') return <Badge tone="good">{t('participation.hasPlace')}</Badge>
  if (status === 'pending') return <Badge tone="warning">{t('participation.pending')}</Badge>
  if (status === 'waiting') {
    return <Badge>{t('participation.waiting', { place: waitingPlace ?? 1 })}</Badge>
  }
  return (
    <Badge>{t(status === 'refused' ? 'participation.refused' : 'participation.withdrew')}</Badge>
  )
}

function answerWords({ answers, platformId }: SignUp, { questions }: SignUpForm, t: Text) {
  const inGame = platformId === null ? [] : [t('participation.inGame', { name: platformId })]
  const words = questions.flatMap(({ id, label, kind }) => {
    const answer = answers.find(({ questionId }) => questionId === id)?.answer
    if (answer === undefined) return []
    const shown =
      kind === 'yesNo' ? t(answer === 'yes' ? 'participation.yes' : 'participation.no') : answer
    return /[?:]$/.test(label.trim()) ? `${label} ${shown}` : `${label}: ${shown}`
  })
  return [...inGame, ...words].join(' · ')
}
