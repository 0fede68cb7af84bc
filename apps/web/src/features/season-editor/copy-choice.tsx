import type { Season } from '@pitboard/contract/seasons/season'
import {
  SEASON_PARTS,
  SEASON_TEMPLATES,
  type SeasonPart,
  type SeasonTemplate,
} from '@pitboard/contract/seasons/season-parts'
import { useQuery } from '@tanstack/react-query'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldGroup } from '../../ui/forms/field-group.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { rosterOf } from '../roster/roster-queries.ts'

/** The user has chosen what a new season takes over from an earlier one, or from a template. */
export interface ChosenCopy {
  /** Id of the season, or name of a template of the site; empty for none. */
  readonly source: string
  readonly parts: readonly SeasonPart[]
  /** It has the tiers of drivers who change theirs, by name. */
  readonly tiers: ReadonlyMap<string, string>
}

export const COPY_NOTHING: ChosenCopy = { source: '', parts: SEASON_PARTS, tiers: new Map() }

const LABELS = {
  points: 'organiser.copyPoints',
  calendar: 'organiser.copyCalendar',
  roster: 'organiser.copyRoster',
  names: 'organiser.copyNames',
  signUp: 'organiser.copySignUp',
  rules: 'organiser.copyRules',
  attendance: 'organiser.copyAttendance',
} as const satisfies Record<SeasonPart, PlainKey>

const TEMPLATES = {
  'calendar-2025': 'organiser.calendar2025',
  'sprint-and-feature': 'organiser.sprintAndFeature',
  'two-tiers': 'organiser.twoTiers',
  'hot-laps': 'organiser.hotLaps',
} as const satisfies Record<SeasonTemplate, PlainKey>

/** A template of the site has nothing that people have entered. */
const TEMPLATE_PARTS: readonly SeasonPart[] = ['points', 'calendar']

/** Returns the template of the site that is chosen; undefined for a season, and for nothing. */
export function findTemplate(source: string): SeasonTemplate | undefined {
  return SEASON_TEMPLATES.find((name) => name === source)
}

/** Returns the chosen parts that the chosen source has. */
export function chosenParts({ source, parts }: ChosenCopy): SeasonPart[] {
  const offered = findTemplate(source) ? TEMPLATE_PARTS : SEASON_PARTS
  return offered.filter((part) => parts.includes(part))
}

interface CopyChoiceProps {
  /** These seasons can be copied; it is undefined while they are being fetched. */
  readonly seasons: readonly Season[] | undefined
  readonly copy: ChosenCopy
  readonly error: string | null
  readonly onChange: (copy: ChosenCopy) => void
}

/** Asks for a template or an earlier season, and what the new one takes over from it. */
export function CopyChoice({ seasons = [], copy, error, onChange }: CopyChoiceProps) {
  const t = useText()
  const { source, parts } = copy
  const season = seasons.find(({ id }) => id === source)
  const template = findTemplate(source)
  const offered = template ? TEMPLATE_PARTS : SEASON_PARTS
  const templateOf = (name: string) => t('organiser.templateOf', { name })
  const own = seasons.map(({ id, name, isTemplate }) => ({
    value: id,
    label: isTemplate ? templateOf(name) : name,
    isTemplate,
  }))
  const options = [
    ...own.filter(({ isTemplate }) => isTemplate),
    ...SEASON_TEMPLATES.map((value) => ({ value, label: templateOf(t(TEMPLATES[value])) })),
    ...own.filter(({ isTemplate }) => !isTemplate),
  ]
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
          options={options}
          placeholder={t('organiser.chooseStart')}
          value={season || template ? source : null}
          onChange={(next) => onChange({ ...copy, source: next, tiers: new Map() })}
        />
      </Field>
      {(season || template) && (
        <>
          <FieldGroup label={t('organiser.copyWhat')} error={null}>
            {offered.map((part) => (
              <Checkbox
                key={part}
                label={t(LABELS[part])}
                checked={has(part)}
                onChange={(next) => setPart(part, next)}
              />
            ))}
            <p className="text-small text-muted">
              {t(template ? 'organiser.templateHint' : 'organiser.copyHint')}
            </p>
          </FieldGroup>
          {season && has('roster') && <TierMoves season={season} copy={copy} onChange={onChange} />}
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
