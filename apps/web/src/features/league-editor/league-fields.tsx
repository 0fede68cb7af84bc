import type { LeagueFields } from '@pitboard/contract/leagues/league'
import { LEAGUE_FIELDS, textFields } from '../../changes/edited-fields.ts'
import type { Text } from '../../messages/create-text.ts'
import { Switch } from '../../ui/forms/checkbox.tsx'
import type { FormField, FormValues } from '../../ui/forms/form-fields.tsx'

export function leagueFields(league: LeagueFields, text: Text): FormField<keyof LeagueFields>[] {
  return [
    ...textFields(LEAGUE_FIELDS, league, text),
    {
      ...{ kind: 'custom', name: 'isPublic' },
      render: () => (
        <div>
          <Switch
            name="isPublic"
            label={text(LEAGUE_FIELDS.isPublic.label)}
            defaultChecked={league.isPublic}
          />
          <p className="text-small text-muted">{text('organiser.isPublicWhat')}</p>
        </div>
      ),
    },
  ]
}

export function readLeagueFields(values: FormValues<keyof LeagueFields>): LeagueFields {
  return { ...values, isPublic: values.isPublic !== '' }
}
