import type { Season } from '@pitboard/contract/seasons/season'
import { SEASON_PARTS, type SeasonPart } from '@pitboard/contract/seasons/season-parts'
import { useQuery } from '@tanstack/react-query'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldGroup } from '../../ui/forms/field-group.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { rosterOf } from '../roster/roster-queries.ts'

/** The user has chosen what a new season takes over from an earlier one. */
export interface ChosenCopy {
  readonly seasonId: string
  readonly parts: readonly SeasonPart[]
  /** It has the tiers of drivers who change theirs, by name. */
  readonly tiers: ReadonlyMap<string, string>
}

export const COPY_NOTHING: ChosenCopy = { seasonId: '', parts: SEASON_PARTS, tiers: new Map() }

const LABELS = {
  points: 'organiser.copyPoints',
  calendar: 'organiser.copyCalendar',
  roster: 'organiser.copyRoster',
  names: 'organiser.copyNames',
  signUp: 'organiser.copySignUp',
  rules: 'organiser.copyRules',
  attendance: 'organiser.copyAttendance',
} as const satisfies Record<SeasonPart, PlainKey>

interface CopyChoiceProps {
  /** These seasons can be copied; it is undefined while they are being fetched. */
  readonly seasons: readonly Season[] | undefined
  readonly copy: ChosenCopy
  readonly error: string | null
  readonly onChange: (copy: ChosenCopy) => void
}

/** Asks for an earlier season, and what the new one takes over from it. */
export function CopyChoice({ seasons = [], copy, error, onChange }: CopyChoiceProps) {
  const t = useText()
  const { seasonId, parts } = copy
  const season = seasons.find(({ id }) => id === seasonId)
  const has = (part: SeasonPart) => parts.includes(part)
  const setPart = (part: SeasonPart, next: boolean) =>
    onChange({
      ...copy,
      parts: SEASON_PARTS.filter((one) => (one === part ? next : has(one))),
    })
  return (
    <>
      <Field label={t('organiser.earlierSeason')} error={error}>
        <Select
          options={seasons.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t('organiser.chooseSeason')}
          value={season ? seasonId : null}
          onChange={(next) => onChange({ ...copy, seasonId: next, tiers: new Map() })}
        />
      </Field>
      {season && (
        <>
          <FieldGroup label={t('organiser.copyWhat')} error={null}>
            {SEASON_PARTS.map((part) => (
              <Checkbox
                key={part}
                label={t(LABELS[part])}
                checked={has(part)}
                onChange={(next) => setPart(part, next)}
              />
            ))}
            <p className="text-small text-muted">{t('organiser.copyHint')}</p>
          </FieldGroup>
          {has('roster') && <TierMoves season={season} copy={copy} onChange={onChange} />}
        </>
      )}
    </>
  )
}

interface TierMovesProps {
  readonly season: Season
  readonly copy: ChosenCopy
  readonly onChange: (copy: ChosenCopy) => void
}

/** Asks which drivers are promoted or relegated; shows nothing without tiers. */
function TierMoves({ season, copy, onChange }: TierMovesProps) {
  const t = useText()
  const { data } = useQuery(rosterOf(season.id, season.version))
  const entries = data?.drivers ?? []
  const tiers = [...new Set([...season.tiers, ...entries.map(({ tier }) => tier)])]
  // The last entry is the present one.
  const drivers = [...new Map(entries.map(({ name, tier }) => [name, tier]))]
  if (tiers.filter((tier) => tier !== '').length < 2) return null
  return (
    <Disclosure title={t('organiser.copyTiers')}>
      <div className="grid gap-3 sm:grid-cols-2">
        {drivers.map(([name, tier]) => (
          <Field key={name} label={name}>
            <Select
              options={tiers.map((value) => ({
                value,
                label: value === '' ? t('organiser.withoutTier') : value,
              }))}
              value={copy.tiers.get(name) ?? tier}
              onChange={(next) => {
                const others = [...copy.tiers].filter(([other]) => other !== name)
                const moved = next === tier ? [] : [[name, next] as const]
                onChange({ ...copy, tiers: new Map([...others, ...moved]) })
              }}
            />
          </Field>
        ))}
      </div>
    </Disclosure>
  )
}
