import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../messages/use-text.ts'
import { Checkbox, Switch } from '../../../ui/forms/checkbox.tsx'
import { FieldGroup } from '../../../ui/forms/field-group.tsx'
import { leagueSeasons } from '../../leagues/league-queries.ts'

interface SeasonLimitProps {
  readonly leagueId: string
  /** The role counts in these seasons; null stands for the league with all of its seasons. */
  readonly value: readonly string[] | null
  readonly onChange: (seasonIds: readonly string[] | null) => void
  readonly error?: string | null
}

/** Lets the user limit a role to some seasons of the league. */
export function SeasonLimit({ leagueId, value, onChange, error = null }: SeasonLimitProps) {
  const t = useText()
  const { data: seasons = [] } = useQuery(leagueSeasons(leagueId))
  if (seasons.length === 0 && value === null) return null
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Switch
        label={t('organiser.onlySeasons')}
        checked={value !== null}
        onChange={(isLimited) => onChange(isLimited ? [] : null)}
      />
      {value !== null && (
        <FieldGroup label={t('organiser.whichSeasons')} error={error}>
          <div className="flex max-h-60 flex-col gap-1 overflow-y-auto wrap-anywhere">
            {seasons.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={value.includes(id)}
                onChange={(isChosen) => {
                  const others = value.filter((other) => other !== id)
                  onChange(isChosen ? [...others, id] : others)
                }}
              />
            ))}
          </div>
          <p className="max-w-prose text-small text-muted">{t('organiser.onlySeasonsWhy')}</p>
        </FieldGroup>
      )}
    </div>
  )
}
