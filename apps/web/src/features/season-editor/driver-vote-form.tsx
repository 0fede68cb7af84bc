import { type DriverVoteRule, VOTE_HOURS } from '@pitboard/contract/seasons/driver-vote'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { call } from '../../api/call.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import type { DescribeDifference } from '../../changes/draft-notice.tsx'
import { useDraft } from '../../changes/use-draft.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

type Voters = DriverVoteRule['voters']

interface TypedRule {
  readonly isHeld: boolean
  readonly hours: string
  readonly voters: Voters
}

const LABELS = {
  isHeld: 'organiser.driverVoteAsk',
  hours: 'organiser.driverVoteHours',
  voters: 'organiser.driverVoters',
} as const satisfies Record<keyof TypedRule, PlainKey>

const VOTERS = {
  drivers: 'organiser.driverVotersDrivers',
  everyone: 'organiser.driverVotersEveryone',
} as const satisfies Record<Voters, PlainKey>

function toTyped(rule: DriverVoteRule | null): TypedRule {
  const { hours, voters } = rule ?? { hours: VOTE_HOURS.default, voters: 'drivers' }
  return { isHeld: rule !== null, hours: String(hours), voters }
}

const describe: DescribeDifference = ({ path: [field], before, after }, t) => {
  const words = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'organiser.yes' : 'organiser.no')
    return value === 'drivers' || value === 'everyone' ? t(VOTERS[value]) : String(value)
  }
  const label = field === 'isHeld' || field === 'voters' ? LABELS[field] : LABELS.hours
  return [`${t(label)}: ${words(before)} → ${words(after)}`]
}

/** Sets whether a vote for the driver of the day follows each race, for how long and among whom. */
export function DriverVoteForm() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const draft = useDraft({ value: toTyped(season.driverVote), version: season.version })
  const { isHeld, voters } = draft.value

  async function save(seen: number, hours: string | undefined) {
    const driverVote = isHeld ? { hours: Number(hours), voters } : null
    const body = { id: season.id, driverVote }
    return edit.run((ifMatch) => call(seasons.update, { body, ifMatch }), {
      done: t('organiser.driverVoteSaved'),
      seen,
    })
  }

  return (
    <DraftForm
      draft={draft}
      describe={describe}
      label={t('organiser.driverVote')}
      submitLabel={t('organiser.save')}
      submitLook="secondary"
      fields={
        isHeld
          ? [
              {
                kind: 'text',
                name: 'hours',
                inputMode: 'numeric',
                maxLength: 3,
                label: t(LABELS.hours),
                check: (value) =>
                  !(
                    /^\d{1,3}$/.test(value) &&
                    Number(value) >= VOTE_HOURS.min &&
                    Number(value) <= VOTE_HOURS.max
                  ) && t('organiser.driverVoteHoursInvalid', VOTE_HOURS),
              },
            ]
          : []
      }
      onSave={(seen, values: { readonly hours?: string }) => save(seen, values.hours)}
    >
      <p className="max-w-prose text-muted">{t('organiser.driverVoteWhat')}</p>
      <Checkbox
        label={t(LABELS.isHeld)}
        checked={isHeld}
        onChange={(next) => draft.set({ isHeld: next })}
      />
      {isHeld && (
        <Field label={t(LABELS.voters)}>
          <Select
            options={[
              { value: 'drivers', label: t(VOTERS.drivers) },
              { value: 'everyone', label: t(VOTERS.everyone) },
            ]}
            value={voters}
            onChange={(next) => draft.set({ voters: next })}
          />
        </Field>
      )}
    </DraftForm>
  )
}
