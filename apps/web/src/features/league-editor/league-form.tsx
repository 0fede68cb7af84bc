import type { LeagueFields } from '@pitboard/contract/leagues/league'
import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { readValues } from '../../ui/forms/form-fields.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { LeagueHeroFrame, type LeagueOwner } from '../leagues/league-hero.tsx'
import { readColour } from './accent-field.tsx'
import { leagueFields, readLeagueFields } from './league-fields.tsx'

interface LeagueFormProps {
  readonly label: string
  readonly submitLabel: string
  /** What the fields begin with. */
  readonly league: LeagueFields
  readonly owner: LeagueOwner
  /** Addresses of the pictures, for the preview. */
  readonly logo: string | null
  readonly banner: string | null
  /** The controls that set the pictures. */
  readonly pictures: ReactNode
  readonly onSubmit: (fields: LeagueFields) => Promise<void>
}

/** The fields of a league below the head that its page will have. */
export function LeagueForm({
  label,
  submitLabel,
  league,
  owner,
  logo,
  banner,
  pictures,
  onSubmit,
}: LeagueFormProps) {
  const text = useText()
  const [draft, setDraft] = useState(league)
  const [accent, setAccent] = useState(league.accentColour ?? '')
  const fields = leagueFields(league, { typed: accent, onType: setAccent }, text)

  function readDraft(form: HTMLFormElement | null) {
    if (form) setDraft(readLeagueFields(readValues(fields, new FormData(form))))
  }

  const shown = {
    ...draft,
    name: draft.name === '' ? text('organiser.newLeague') : draft.name,
    accentColour: readColour(accent),
  }
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="label mb-2">{text('organiser.preview')}</p>
        {/* The fields below say the same to a screen reader, and a preview leads nowhere. */}
        <div inert aria-hidden="true">
          <LeagueHeroFrame isPreview league={shown} owner={owner} logo={logo} banner={banner} />
        </div>
      </div>
      <Columns side={<Card>{pictures}</Card>}>
        <Card>
          <div
            className="sm:p-2"
            onChange={(event) => readDraft(event.currentTarget.querySelector('form'))}
          >
            <Form
              label={label}
              submitLabel={submitLabel}
              fields={fields}
              onSubmit={(values) => onSubmit(readLeagueFields(values))}
            />
          </div>
        </Card>
      </Columns>
    </div>
  )
}
