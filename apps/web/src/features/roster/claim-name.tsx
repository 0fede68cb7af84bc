import { type Roster, rosters } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccount } from '../../auth/account.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { claimsOf } from './roster-queries.ts'

interface ClaimNameProps {
  readonly season: Season
  readonly roster: Roster
}

const STATUSES = {
  pending: 'roster.claimPending',
  approved: 'roster.claimApproved',
  refused: 'roster.claimRefused',
} as const

/** With "This is me" a signed-in driver asks the organiser for their name. */
export function ClaimName({ season, roster }: ClaimNameProps) {
  const t = useText()
  const account = useAccount()
  const queries = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const { data } = useQuery(claimsOf(season.id))
  const own = data?.find(({ userId }) => userId === account?.userId)
  const names = freeNames(season, roster)
  const params = { seasonId: season.id }
  const refetch = () => queries.invalidateQueries({ queryKey: ['rosters', season.id] })

  async function withdraw(claimId: string) {
    try {
      await call(rosters.withdrawClaim, { params: { ...params, claimId } })
      void showToast({ title: t('roster.withdrawn'), tone: 'good' })
    } catch (error) {
      void showToast({ title: refusalText(error, t), tone: 'bad' })
    }
    await refetch()
  }

  if (!data) return null
  if (own) {
    return (
      <p className="flex flex-wrap items-center gap-3">
        {t(STATUSES[own.status], { name: own.name })}
        {own.status !== 'refused' && (
          <Button size="small" look="quiet" onClick={() => void withdraw(own.id)}>
            {t('roster.withdraw')}
          </Button>
        )}
      </p>
    )
  }
  if (names.length === 0) return null
  return (
    <Form
      label={t('roster.claimTitle')}
      submitLabel={t('roster.claim')}
      isDraft={false}
      onSubmit={async () => {
        if (name === null) return { claim: t('roster.claimChoose') }
        await call(rosters.claim, { params, body: { name } })
        void showToast({ title: t('roster.claimSent'), tone: 'good' })
        await refetch()
        return null
      }}
    >
      {(errors) => (
        <>
          <h3 className="text-subhead">{t('roster.claimTitle')}</h3>
          <p className="max-w-prose text-muted">{t('roster.claimWhy')}</p>
          <div className="max-w-sm">
            <Field label={t('roster.claimName')} error={errors.claim ?? null}>
              <Select
                options={names.map((one) => ({ value: one, label: one }))}
                value={name}
                placeholder={t('roster.claimChoose')}
                onChange={setName}
              />
            </Field>
          </div>
        </>
      )}
    </Form>
  )
}

/** Returns names in the roster and the standings that belong to nobody yet. */
function freeNames({ standings }: Season, { drivers }: Roster): string[] {
  const names = [
    ...drivers.filter(({ userId }) => userId === null).map(({ name }) => name),
    ...standings.drivers
      .filter(({ isHidden, userId }) => !isHidden && userId === undefined)
      .map(({ name }) => name),
  ]
  return Array.from(new Set(names)).toSorted((a, b) => a.localeCompare(b))
}
