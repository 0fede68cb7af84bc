import type { League } from '@pitboard/contract/leagues/league'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { entryOf, type FormErrors } from '../../ui/forms/form.tsx'
import { Input, TextArea } from '../../ui/forms/input.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import type { Text } from '../../messages/create-text.ts'

const LINK = /^https?:\/\/\S+$/

/** What is wrong with the entries before they are sent; null where nothing is. */
export function checkLeague(entries: LeagueEntries, text: Text): FormErrors | null {
  const errors = {
    ...(entries.name === '' && { name: text('organiser.nameMissing') }),
    ...(isNoLink(entries.discord) && { discord: text('organiser.linkInvalid') }),
    ...(isNoLink(entries.website) && { website: text('organiser.linkInvalid') }),
  }
  return Object.keys(errors).length === 0 ? null : errors
}

function isNoLink(value: string): boolean {
  return value !== '' && !LINK.test(value)
}

export const LEAGUE_FIELDS = ['name', 'description', 'discord', 'website']

export type LeagueEntries = Pick<
  League,
  'name' | 'description' | 'discord' | 'website' | 'isPublic'
>

export function LeagueFields({
  league,
  errors,
}: {
  readonly league: LeagueEntries
  readonly errors: FormErrors
}) {
  const text = useText()
  return (
    <>
      <Field label={text('organiser.leagueName')} name="name" error={errors.name ?? null}>
        <Input
          name="name"
          maxLength={TEXT_MAX.name}
          defaultValue={league.name}
          autoComplete="off"
        />
      </Field>
      <Field
        label={text('organiser.description')}
        name="description"
        error={errors.description ?? null}
      >
        <TextArea
          name="description"
          rows={4}
          maxLength={TEXT_MAX.description}
          defaultValue={league.description}
        />
      </Field>
      <LinkField
        name="discord"
        label={text('leagues.discord')}
        value={league.discord}
        error={errors.discord ?? null}
      />
      <LinkField
        name="website"
        label={text('leagues.website')}
        value={league.website}
        error={errors.website ?? null}
      />
      <div>
        <Switch
          name="isPublic"
          label={text('organiser.isPublic')}
          defaultChecked={league.isPublic}
        />
        <p className="text-small text-muted">{text('organiser.isPublicWhat')}</p>
      </div>
    </>
  )
}

interface LinkFieldProps {
  readonly name: 'discord' | 'website'
  readonly label: string
  readonly value: string
  readonly error: string | null
}

function LinkField({ name, label, value, error }: LinkFieldProps) {
  return (
    <Field label={label} name={name} error={error}>
      <Input
        name={name}
        type="url"
        inputMode="url"
        maxLength={TEXT_MAX.link}
        defaultValue={value}
        autoComplete="off"
      />
    </Field>
  )
}

export function leagueEntries(entries: FormData): LeagueEntries {
  return {
    name: entryOf(entries, 'name').trim(),
    description: entryOf(entries, 'description').trim(),
    discord: entryOf(entries, 'discord').trim(),
    website: entryOf(entries, 'website').trim(),
    isPublic: entries.get('isPublic') !== null,
  }
}
