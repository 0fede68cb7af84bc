import type { League } from '@pitboard/contract/leagues/league'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { Text } from '../../messages/create-text.ts'
import { Switch } from '../../ui/forms/checkbox.tsx'
import type { FormField, FormValues, TypedField } from '../../ui/forms/form-fields.tsx'

const LINK = /^https?:\/\/\S+$/

export type LeagueEntries = Pick<
  League,
  'name' | 'description' | 'discord' | 'website' | 'isPublic'
>

export function leagueFields(league: LeagueEntries, text: Text): FormField<keyof LeagueEntries>[] {
  return [
    {
      ...{ kind: 'text', name: 'name', maxLength: TEXT_MAX.name },
      label: text('organiser.leagueName'),
      defaultValue: league.name,
      missing: text('organiser.nameMissing'),
    },
    {
      ...{ kind: 'textArea', name: 'description', rows: 4, maxLength: TEXT_MAX.description },
      label: text('organiser.description'),
      defaultValue: league.description,
    },
    linkField({ name: 'discord', label: text('leagues.discord') }, league.discord, text),
    linkField({ name: 'website', label: text('leagues.website') }, league.website, text),
    {
      ...{ kind: 'custom', name: 'isPublic' },
      render: () => (
        <div>
          <Switch
            name="isPublic"
            label={text('organiser.isPublic')}
            defaultChecked={league.isPublic}
          />
          <p className="text-small text-muted">{text('organiser.isPublicWhat')}</p>
        </div>
      ),
    },
  ]
}

function linkField<Name extends string>(
  field: { readonly name: Name; readonly label: string },
  defaultValue: string,
  text: Text,
): TypedField<Name> {
  return {
    ...field,
    ...{ kind: 'url', inputMode: 'url', maxLength: TEXT_MAX.link, defaultValue },
    check: (link) => link !== '' && !LINK.test(link) && text('organiser.linkInvalid'),
  }
}

export function leagueEntries(values: FormValues<keyof LeagueEntries>): LeagueEntries {
  return { ...values, isPublic: values.isPublic !== '' }
}
