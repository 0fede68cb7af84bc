import { completePoints, findPreset } from '@pitboard/contract/seasons/points-presets'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { call } from '../../api/call.ts'
import { changedFields } from '../../changes/changed-fields.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import type { DescribeDifference } from '../../changes/draft-notice.tsx'
import { useDraft } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { type DraftFault, readDraft, toChoice, toDraft } from './points-draft.ts'
import { faultText, nameFaults, PointsFields } from './points-fields.tsx'
import { presetOptions } from './preset-options.ts'
import type { CompletePoints } from '@pitboard/contract/seasons/points-system'
import { Card } from '../../ui/card.tsx'
import { ALL_ROLES, roleName } from '../../timing/session-roles.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { useEditedSeason } from '../season/edited-season.ts'

const OWN = 'own'

/** The history has these names for fields that are called otherwise here. */
const HISTORY_NAMES: Readonly<Record<string, string>> = {
  fastestLap: 'fastestLap.points',
  fastestLapWithin: 'fastestLap.withinPosition',
  fastestLapInSprints: 'fastestLap.inSprints',
  fastestLapDistance: 'fastestLap.minimumDistanceShare',
  fastestLapShared: 'fastestLap.shared',
  minimumDistance: 'minimumDistanceShare',
  teamCars: 'teams.carsPerSession',
  teamDropWorst: 'teams.dropWorst',
  teamCountBest: 'teams.countBest',
}

const describe: DescribeDifference = ({ path: [name = ''], before, after }, t) =>
  name === 'hasFastestLap'
    ? [
        `${t('organiser.hasFastestLap')}: ${[before, after]
          .map((has) => t(has === true ? 'organiser.yes' : 'organiser.no'))
          .join(' → ')}`,
      ]
    : changedFields(HISTORY_NAMES[name] ?? name, { before, after }, t)

/** Edits a preset or one's own rules, and shows what they pay as they are typed. */
export function PointsTab() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const { pointsSystem } = season
  const draft = useDraft({ value: toDraft(completePoints(pointsSystem)), version: season.version })
  const { value: typed, set } = draft
  const read = readDraft(typed)
  const choice = 'system' in read ? toChoice(read.system) : null
  const faults = 'faults' in read ? read.faults : []
  const preset = choice?.preset ?? OWN

  function choosePreset(name: string) {
    const system = findPreset(name)
    if (system) set(toDraft(system))
  }

  async function save(seen: number) {
    // The fields say what is wrong themselves, as long as it is.
    if (!choice)
      return Object.fromEntries(faults.map((fault) => [fault.field, faultText(fault, t)]))
    const body = { id: season.id, pointsSystem: choice }
    return edit.run((ifMatch) => call(seasons.update, { body, ifMatch }), {
      done: t('organiser.pointsSaved'),
      seen,
    })
  }

  return (
    <div className="grid items-start gap-x-10 gap-y-6 wide:grid-cols-[minmax(0,60rem)_22rem]">
      <DraftForm
        draft={draft}
        describe={describe}
        label={t('organiser.pointsSystem')}
        submitLabel={t('organiser.save')}
        onSave={save}
      >
        {() => (
          <>
            <div className="max-w-md">
              <Field label={t('organiser.startFrom')}>
                <Select
                  options={[
                    ...presetOptions(t),
                    { value: OWN, label: t('organiser.presetOwn'), disabled: true },
                  ]}
                  value={preset}
                  onChange={choosePreset}
                />
              </Field>
            </div>
            <PointsFields draft={typed} faults={faults} onChange={set} />
          </>
        )}
      </DraftForm>
      <PayTable system={'system' in read ? read.system : null} faults={faults} />
    </div>
  )
}

interface PayTableProps {
  /** It is null while some fields hold no valid value. */
  readonly system: CompletePoints | null
  readonly faults: readonly DraftFault[]
}

/** Shows what each place is paid, as the rules stand now. */
function PayTable({ system, faults }: PayTableProps) {
  const t = useText()
  if (!system) {
    return (
      <Card label={t('organiser.preview')}>
        <p className="text-muted">{nameFaults(faults, t)}</p>
      </Card>
    )
  }
  const roles = ALL_ROLES.filter((role) => role !== 'practice').filter(
    (role) => system[role].length > 0,
  )
  const places = Math.max(0, ...roles.map((role) => system[role].length))
  const perfect =
    roles.reduce((sum, role) => sum + (system[role][0] ?? 0), 0) +
    system.pole +
    (system.fastestLap?.points ?? 0) +
    system.cleanRace +
    system.participation
  return (
    <div className="wide:sticky wide:top-6">
      <Card label={t('organiser.preview')}>
        <h3>{t('organiser.preview')}</h3>
        <p role="status" className="mb-2 text-muted">
          {t('organiser.perfectWeekend', { points: formatPoints(perfect, t.locale) })}
        </p>
        <table className="timing w-full text-timing">
          <thead>
            <tr className="label">
              <th scope="col" className="text-left">
                {t('organiser.place')}
              </th>
              {roles.map((role) => (
                <th key={role} scope="col" className="text-right">
                  {roleName(role, t)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: places }, (_, index) => (
              <tr key={index} className="border-t border-line">
                <th scope="row" className="text-left font-medium text-muted">
                  {index + 1}
                </th>
                {roles.map((role) => (
                  <td key={role} className="text-right">
                    {formatPoints(system[role][index] ?? 0, t.locale)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  )
}
