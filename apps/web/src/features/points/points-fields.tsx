import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { pointsListText } from '../../timing/points-list-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input, TextArea } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { type DraftFault, LINES_MAX, type PointsDraft } from './points-draft.ts'

interface PointsFieldsProps {
  readonly draft: PointsDraft
  readonly faults: readonly DraftFault[]
  readonly onChange: (change: Partial<PointsDraft>) => void
}

type TextName = {
  [Name in keyof PointsDraft]: PointsDraft[Name] extends boolean ? never : Name
}[keyof PointsDraft]

const LISTS = [
  ['race', 'organiser.racePoints'],
  ['sprint', 'organiser.sprintPoints'],
  ['qualifying', 'organiser.qualifyingPoints'],
  ['sprintQualifying', 'organiser.sprintQualifyingPoints'],
] as const

const DRIVER_COUNTS = [
  ['pole', 'organiser.polePoints'],
  ['minimumDistance', 'organiser.minimumDistance'],
  ['dropWorst', 'organiser.dropWorst'],
  ['countBest', 'organiser.countBest'],
  ['minimumStarts', 'organiser.minimumStarts'],
] as const

const BONUSES = [
  ['cleanRace', 'organiser.cleanRacePoints'],
  ['placesGained', 'organiser.placesGainedPoints'],
  ['participation', 'organiser.participationPoints'],
  ['driverOfTheDay', 'organiser.driverOfTheDayPoints'],
] as const

const TEAM_COUNTS = [
  ['teamCars', 'organiser.teamCars'],
  ['teamDropWorst', 'organiser.dropWorst'],
  ['teamCountBest', 'organiser.countBest'],
] as const

const FASTEST_LAP = [
  ['fastestLap', 'organiser.fastestLapPoints'],
  ['fastestLapWithin', 'organiser.fastestLapWithin'],
  ['fastestLapDistance', 'organiser.minimumDistance'],
] as const

const LABELS: ReadonlyMap<keyof PointsDraft, PlainKey> = new Map<keyof PointsDraft, PlainKey>([
  ...LISTS,
  ...DRIVER_COUNTS,
  ...BONUSES,
  ...TEAM_COUNTS,
  ...FASTEST_LAP,
  ['shortenedRaces', 'organiser.shortenedLines'],
])

/** Names the fields that hold no valid value, each once. */
export function nameFaults(faults: readonly DraftFault[], t: Text): string {
  const labels = faults.flatMap(({ field }) => LABELS.get(field) ?? []).map((label) => t(label))
  return t('organiser.pointsFaults', {
    fields: new Intl.ListFormat(t.locale).format(new Set(labels)),
  })
}

/** Says what a field takes. */
export function faultText(fault: DraftFault, t: Text): string {
  if (fault.takes === 'lines') return t('organiser.shortenedInvalid', { lines: LINES_MAX })
  if (fault.takes === 'list') return pointsListText(t)
  const key = fault.takes === 'whole' ? 'organiser.wholeBetween' : 'organiser.numberBetween'
  const { min, max } = fault
  return t(key, { min: formatPoints(min, t.locale), max: formatPoints(max, t.locale) })
}

export function PointsFields({ draft, faults, onChange }: PointsFieldsProps) {
  const t = useText()

  function errorOf(name: keyof PointsDraft): string | null {
    const fault = faults.find(({ field }) => field === name)
    return fault ? faultText(fault, t) : null
  }

  const line = ([name, label]: readonly [TextName, PlainKey], hint?: string) => (
    <Field
      key={name}
      label={t(label)}
      {...(hint === undefined ? {} : { hint })}
      error={errorOf(name)}
    >
      <Input
        value={draft[name]}
        inputMode="text"
        autoComplete="off"
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </Field>
  )

  return (
    <div className="flex flex-col gap-6">
      <Group title={t('organiser.byPosition')}>
        <div className="flex flex-col gap-4">
          {LISTS.map((list, index) =>
            line(list, index === 0 ? t('organiser.listHint') : undefined),
          )}
        </div>
      </Group>
      <Group title={t('organiser.driversRules')}>
        <div className="grid gap-4 sm:grid-cols-2">{DRIVER_COUNTS.map((one) => line(one))}</div>
        <Checkbox
          label={t('organiser.onlyClassified')}
          checked={draft.onlyClassified}
          onChange={(onlyClassified) => onChange({ onlyClassified })}
        />
        <Checkbox
          label={t('organiser.keepDisqualified')}
          checked={draft.keepDisqualified}
          onChange={(keepDisqualified) => onChange({ keepDisqualified })}
        />
      </Group>
      <Group title={t('organiser.bonuses')}>
        <div className="grid gap-4 sm:grid-cols-2">{BONUSES.map((one) => line(one))}</div>
        <p className="text-small text-muted">{t('organiser.bonusesHint')}</p>
      </Group>
      <Group title={t('season.fastestLap')}>
        <Checkbox
          label={t('organiser.hasFastestLap')}
          checked={draft.hasFastestLap}
          onChange={(hasFastestLap) => onChange({ hasFastestLap })}
        />
        {draft.hasFastestLap && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              {FASTEST_LAP.map((one) => line(one))}
              <Field label={t('organiser.fastestLapShared')}>
                <Select
                  options={[
                    { value: 'first', label: t('organiser.sharedFirst') },
                    { value: 'split', label: t('organiser.sharedSplit') },
                    { value: 'all', label: t('organiser.sharedAll') },
                  ]}
                  value={draft.fastestLapShared}
                  onChange={(fastestLapShared) => onChange({ fastestLapShared })}
                />
              </Field>
            </div>
            <Checkbox
              label={t('organiser.fastestLapInSprints')}
              checked={draft.fastestLapInSprints}
              onChange={(fastestLapInSprints) => onChange({ fastestLapInSprints })}
            />
          </>
        )}
      </Group>
      <Group title={t('organiser.teamsRules')}>
        <div className="grid gap-4 sm:grid-cols-3">{TEAM_COUNTS.map((one) => line(one))}</div>
      </Group>
      <Group title={t('organiser.shortened')}>
        <Field
          label={t('organiser.shortenedLines')}
          hint={t('organiser.shortenedHint')}
          error={errorOf('shortenedRaces')}
        >
          <TextArea
            value={draft.shortenedRaces}
            onChange={(event) => onChange({ shortenedRaces: event.target.value })}
          />
        </Field>
      </Group>
    </div>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-2">
      <legend className="timing pr-3 text-subhead font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
