import type { Season, SeasonCopy } from '@pitboard/contract/seasons/season'
import type { SeasonPart } from '@pitboard/contract/seasons/season-parts'
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
import { Switch } from '../../ui/forms/checkbox.tsx'
import { instantOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import {
  type ChosenCopy,
  chosenParts,
  COPY_NOTHING,
  CopyChoice,
  findTemplate,
} from './copy-choice.tsx'
import type { PointsPreset } from '@pitboard/contract/seasons/points-presets'
import { presetOptions } from '../points/preset-options.ts'

const DEFAULT_PRESET = 'f1-2025' satisfies PointsPreset

const NO_LEAGUE = 'none'

interface CreateSeasonProps {
  /** It stands in the field at first. */
  readonly seasonName: string
  /** The user owns or manages these leagues. */
  readonly leagues: readonly { readonly id: string; readonly name: string }[]
  /** It is chosen at first; null for none. */
  readonly leagueId: string | null
  readonly onLeague: (leagueId: string | null) => void
  /** The season takes over parts of a template or of an earlier one. */
  readonly isCopy: boolean
  readonly onCopy: (isCopy: boolean) => void
  /** The earlier season with this id is chosen at first; empty for none. */
  readonly like: string
  /** They are the earlier ones, for the chosen league; undefined while they are being fetched. */
  readonly seasons: readonly Season[] | undefined
  readonly onMade: (season: Season) => void
}

export function CreateSeason({
  seasonName,
  leagues,
  leagueId,
  onLeague,
  isCopy,
  onCopy,
  like,
  seasons: earlier,
  onMade,
}: CreateSeasonProps) {
  const t = useText()
  const queries = useQueryClient()
  const [league, setLeague] = useState(leagueId ?? NO_LEAGUE)
  const [preset, setPreset] = useState<string>(DEFAULT_PRESET)

  const [copy, setCopy] = useState<ChosenCopy>({ ...COPY_NOTHING, source: like })
  const copied = isCopy ? earlier?.find(({ id }) => id === copy.source) : undefined
  const template = isCopy ? findTemplate(copy.source) : undefined
  const isChosen = copied !== undefined || template !== undefined
  const has = (part: SeasonPart) => isChosen && chosenParts(copy).includes(part)

  async function create({ name, startsAt }: FormValues<'name'> & { readonly startsAt?: string }) {
    const created = await call(seasons.create, {
      body: {
        name,
        ...(!has('points') && { pointsSystem: { preset } }),
        ...(league !== NO_LEAGUE && { leagueId: league }),
        ...(isChosen && { copyOf: toCopy(copy, startsAt ?? '') }),
      },
    })
    // The lists of seasons have changed, and so has the league.
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
          onChange={(next) => {
            setLeague(next)
            onLeague(next === NO_LEAGUE ? null : next)
          }}
        />
      </Field>
    ),
  }

  const pointsField: FormField<'pointsSystem'> = {
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
  }
  const copyField: FormField<'copyOf'> = {
    kind: 'custom',
    name: 'copyOf',
    check: () => isCopy && !isChosen && t('organiser.earlierMissing'),
    render: (error) => (
      <div className="flex flex-col gap-4">
        <Switch label={t('organiser.likeEarlier')} checked={isCopy} onChange={onCopy} />
        {isCopy && <CopyChoice seasons={earlier} copy={copy} error={error} onChange={setCopy} />}
      </div>
    ),
  }
  const hasDates =
    template !== undefined || copied?.events.some(({ startsAt }) => startsAt !== null)
  const startField: FormField<'startsAt'> = {
    kind: 'datetime-local',
    name: 'startsAt',
    label: t('organiser.copyStart'),
    hint: t('organiser.copyStartHint'),
  }

  return (
    <Form<'name' | 'leagueId' | 'copyOf' | 'startsAt' | 'pointsSystem'>
      label={t('organiser.newSeason')}
      submitLabel={t('organiser.createSeason')}
      fields={[
        ...textFields({ name: SEASON_FIELDS.name }, { name: seasonName }, t),
        ...(leagues.length === 0 ? [] : [leagueField]),
        copyField,
        ...(hasDates && (has('calendar') || has('signUp')) ? [startField] : []),
        ...(has('points') ? [] : [pointsField]),
      ]}
      onSubmit={create}
    />
  )
}

/** `startsAt` is a local time, which is empty for events without a date. */
function toCopy(copy: ChosenCopy, startsAt: string): SeasonCopy {
  const timeZone = ownTimeZone()
  const { source, tiers } = copy
  const template = findTemplate(source)
  const parts = chosenParts(copy)
  return {
    ...(template ? { template } : { seasonId: source }),
    parts,
    ...(startsAt !== '' && { startsAt: instantOf(startsAt, timeZone), timeZone }),
    ...(parts.includes('roster') &&
      tiers.size > 0 && { tiers: Array.from(tiers, ([name, tier]) => ({ name, tier })) }),
  }
}
