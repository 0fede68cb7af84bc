import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { SEASON_FIELDS, textFields } from '../../changes/edited-fields.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { FormField, FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { PointsPreset } from '@pitboard/contract/seasons/points-presets'
import { presetOptions } from '../points/preset-options.ts'

const DEFAULT_PRESET = 'f1-2025' satisfies PointsPreset

const NO_LEAGUE = 'none'

interface CreateSeasonProps {
  /** Stands in the field at first. */
  readonly seasonName: string
  /** Those of the user. */
  readonly leagues: readonly { readonly id: string; readonly name: string }[]
  /** Chosen at first; null for none. */
  readonly leagueId: string | null
  readonly onMade: (season: Season) => void
}

export function CreateSeason({ seasonName, leagues, leagueId, onMade }: CreateSeasonProps) {
  const t = useText()
  const queries = useQueryClient()
  const [league, setLeague] = useState(leagueId ?? NO_LEAGUE)
  const [preset, setPreset] = useState<string>(DEFAULT_PRESET)

  async function create({ name }: FormValues<'name'>) {
    const created = await call(seasons.create, {
      body: {
        name,
        pointsSystem: { preset },
        ...(league !== NO_LEAGUE && { leagueId: league }),
      },
    })
    // The lists of seasons, and the league.
    await queries.invalidateQueries()
    onMade(created)
  }

  const leagueField: FormField<'leagueId'> = {
    kind: 'custom',
    name: 'leagueId',
    render: (error) => (
      <Field label={t('organiser.league')} error={error}>
        <Select
          options={[
            { value: NO_LEAGUE, label: t('organiser.noLeague') },
            ...leagues.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={league}
          onChange={setLeague}
        />
      </Field>
    ),
  }

  return (
    <Form<'name' | 'leagueId' | 'pointsSystem'>
      label={t('organiser.newSeason')}
      submitLabel={t('organiser.createSeason')}
      fields={[
        ...textFields({ name: SEASON_FIELDS.name }, { name: seasonName }, t),
        ...(leagues.length === 0 ? [] : [leagueField]),
        {
          kind: 'custom',
          name: 'pointsSystem',
          render: (error) => (
            <Field
              label={t('organiser.pointsSystem')}
              hint={t('organiser.pointsSystemHint')}
              error={error}
            >
              <Select options={presetOptions(t)} value={preset} onChange={setPreset} />
            </Field>
          ),
        },
      ]}
      onSubmit={create}
    />
  )
}
