import { LEAGUE_LINKS_MAX, type LeagueFields } from '@pitboard/contract/leagues/league'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { LEAGUE_FIELDS, LINK, textFields } from '../../changes/edited-fields.ts'
import type { Text } from '../../messages/create-text.ts'
import { Switch } from '../../ui/forms/checkbox.tsx'
import type { FormField, FormValues } from '../../ui/forms/form-fields.tsx'
import { AccentField, readColour } from './accent-field.tsx'

interface AccentInput {
  readonly typed: string
  readonly onType: (typed: string) => void
}

export function leagueFields(
  league: LeagueFields,
  accent: AccentInput,
  text: Text,
): FormField<keyof LeagueFields>[] {
  return [
    ...textFields(LEAGUE_FIELDS, league, text),
    {
      kind: 'textArea',
      name: 'links',
      rows: 3,
      label: text(LEAGUE_FIELDS.links.label),
      hint: text('organiser.linksHint', { count: LEAGUE_LINKS_MAX }),
      defaultValue: league.links.join('\n'),
      check: (typed) => checkLinks(readLinks(typed), text),
    },
    {
      kind: 'custom',
      name: 'accentColour',
      check: (typed) =>
        typed !== '' && readColour(typed) === null && text('organiser.colourInvalid'),
      render: (error) => <AccentField {...accent} error={error} />,
    },
    {
      kind: 'custom',
      name: 'isPublic',
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
  return {
    ...values,
    links: readLinks(values.links),
    accentColour: readColour(values.accentColour),
    isPublic: values.isPublic !== '',
  }
}

function readLinks(typed: string): string[] {
  return [...new Set(typed.split(/\s+/).filter((link) => link !== ''))]
}

function checkLinks(links: readonly string[], text: Text): string | false {
  if (links.length > LEAGUE_LINKS_MAX) {
    return text('organiser.tooManyLinks', { count: LEAGUE_LINKS_MAX })
  }
  const isValid = links.every((link) => LINK.test(link) && link.length <= TEXT_MAX.link)
  return !isValid && text('organiser.linkInvalid')
}
