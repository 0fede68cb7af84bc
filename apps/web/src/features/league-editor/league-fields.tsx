import { LEAGUE_LINKS_MAX, type LeagueFields } from '@pitboard/contract/leagues/league'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { LEAGUE_FIELDS, LINK, textFields } from '../../changes/edited-fields.ts'
import type { Text } from '../../messages/create-text.ts'
import { Switch } from '../../ui/forms/checkbox.tsx'
import type { FormField, FormValues } from '../../ui/forms/form-fields.tsx'
import { AccentField, readColour } from './accent-field.tsx'

/** A league is typed in this form: a link a line, and a colour that may be incomplete. */
export interface TypedLeague {
  readonly name: string
  readonly description: string
  readonly discord: string
  readonly website: string
  readonly links: string
  readonly accentColour: string
  readonly isPublic: boolean
  readonly hasRatings: boolean
}

export function toTyped({
  name,
  description,
  discord,
  website,
  links,
  accentColour,
  isPublic,
  hasRatings,
}: LeagueFields): TypedLeague {
  return {
    name,
    description,
    discord,
    website,
    links: links.join('\n'),
    accentColour: accentColour ?? '',
    isPublic,
    hasRatings,
  }
}

export function leagueFields(
  typed: TypedLeague,
  onChange: (change: Partial<TypedLeague>) => void,
  t: Text,
): FormField<keyof LeagueFields>[] {
  return [
    ...textFields(LEAGUE_FIELDS, typed, t),
    {
      kind: 'textArea',
      name: 'links',
      rows: 3,
      label: t(LEAGUE_FIELDS.links.label),
      hint: t('organiser.linksHint', { count: LEAGUE_LINKS_MAX }),
      check: (links) => checkLinks(readLinks(links), t),
    },
    {
      kind: 'custom',
      name: 'accentColour',
      check: (colour) =>
        colour !== '' && readColour(colour) === null && t('organiser.colourInvalid'),
      render: (error) => (
        <AccentField
          typed={typed.accentColour}
          onType={(accentColour) => onChange({ accentColour })}
          error={error}
        />
      ),
    },
    {
      kind: 'custom',
      name: 'isPublic',
      render: () => (
        <div>
          <Switch
            name="isPublic"
            label={t(LEAGUE_FIELDS.isPublic.label)}
            checked={typed.isPublic}
            onChange={(isPublic) => onChange({ isPublic })}
          />
          <p className="text-small text-muted">{t('organiser.isPublicWhat')}</p>
        </div>
      ),
    },
    {
      kind: 'custom',
      name: 'hasRatings',
      render: () => (
        <div>
          <Switch
            name="hasRatings"
            label={t(LEAGUE_FIELDS.hasRatings.label)}
            checked={typed.hasRatings}
            onChange={(hasRatings) => onChange({ hasRatings })}
          />
          <p className="text-small text-muted">{t('organiser.hasRatingsWhat')}</p>
        </div>
      ),
    },
  ]
}

export function readLeagueFields(values: FormValues<keyof LeagueFields>): LeagueFields {
  return {
    ...values,
    links: readLinks(values.links),
    accentColour: readColour(values.accentColour),
    isPublic: values.isPublic !== '',
    hasRatings: values.hasRatings !== '',
  }
}

/** Returns the league's fields while they are being typed. */
export function leagueOf(typed: TypedLeague): LeagueFields {
  return {
    ...typed,
    links: readLinks(typed.links),
    accentColour: readColour(typed.accentColour),
  }
}

function readLinks(typed: string): string[] {
  return [...new Set(typed.split(/\s+/).filter((link) => link !== ''))]
}

function checkLinks(links: readonly string[], t: Text): string | false {
  if (links.length > LEAGUE_LINKS_MAX) {
    return t('organiser.tooManyLinks', { count: LEAGUE_LINKS_MAX })
  }
  const isValid = links.every((link) => LINK.test(link) && link.length <= TEXT_MAX.link)
  return !isValid && t('organiser.linkInvalid')
}
