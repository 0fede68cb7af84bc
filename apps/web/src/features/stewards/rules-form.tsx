import { stewards } from '@pitboard/contract/stewards/steward-case'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import { call } from '../../api/call.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import { describeField } from '../../changes/draft-notice.tsx'
import { useDraft } from '../../changes/use-draft.ts'
import { useEditedQuery } from '../../changes/use-edited-query.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { TypedField } from '../../ui/forms/form-fields.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { decisionsOf } from './steward-queries.ts'
import { useEditedSeason } from '../season/edited-season.ts'

/** The form sets who may report, the deadlines and the thresholds of licence points. */
export function RulesForm() {
  const { season } = useEditedSeason()
  const query = useEditedQuery(decisionsOf(season.id, season.version))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-64" />}>
      {(data) => {
        return <Rules rules={data.rules} isOlder={query.isOlder} />
      }}
    </QueryContent>
  )
}

const REPORTERS = [
  ['drivers', 'organiser.byDrivers'],
  ['users', 'organiser.byUsers'],
  ['nobody', 'organiser.byNobody'],
] as const

const SCOPES = [
  ['league', 'organiser.licenceOfLeague'],
  ['season', 'organiser.licenceOfSeason'],
] as const

const COUNTS = {
  reportHours: { label: 'organiser.hoursToReport', min: 0, max: 720 },
  responseHours: { label: 'organiser.hoursToRespond', min: 0, max: 720 },
  appealHours: { label: 'organiser.hoursToAppeal', min: 0, max: 720 },
  reportsMax: { label: 'organiser.reportsPerEvent', min: 1, max: 20 },
  reprimandPlaces: { label: 'organiser.reprimandPlaces', min: 1, max: 30 },
} as const satisfies Record<string, { label: PlainKey; min: number; max: number }>

const DAYS = { min: 1, max: 3650 }
const REPRIMANDS = { min: 2, max: 20 }

interface RulesProps {
  readonly rules: StewardRules
  /** They belong to the season as it was before; the newest are being fetched. */
  readonly isOlder: boolean
}

function toTyped(rules: StewardRules) {
  return {
    reporters: rules.reporters,
    reportHours: String(rules.reportHours),
    responseHours: String(rules.responseHours),
    appealHours: String(rules.appealHours),
    reportsMax: String(rules.reportsMax),
    licenceDays: String(rules.licenceDays ?? ''),
    licenceScope: rules.licenceScope,
    reprimandCount: String(rules.reprimandCount ?? ''),
    reprimandPlaces: String(rules.reprimandPlaces),
    thresholds: rules.thresholds
      .map(({ points, consequence }) => `${points} ${consequence}`)
      .join('\n'),
  }
}

function Rules({ rules, isOlder }: RulesProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const stored = { value: toTyped(rules), version: season.version }
  const draft = useDraft(stored, isOlder ? null : stored)
  const { reporters, licenceScope } = draft.value
  return (
    <DraftForm<keyof typeof COUNTS | 'licenceDays' | 'reprimandCount' | 'thresholds'>
      draft={draft}
      describe={describeField}
      label={t('stewards.rules')}
      submitLabel={t('stewards.saveRules')}
      submitLook="secondary"
      hasColumns
      fields={[
        countField('reportHours', t),
        countField('responseHours', t),
        countField('appealHours', t),
        countField('reportsMax', t),
        {
          kind: 'text',
          name: 'licenceDays',
          inputMode: 'numeric',
          label: t('organiser.licenceDays'),
          hint: t('stewards.licenceDaysHint'),
          check: (typed) =>
            typed !== '' && !isCount(typed, DAYS.min, DAYS.max) && t('stewards.noCount', DAYS),
        },
        {
          kind: 'text',
          name: 'reprimandCount',
          inputMode: 'numeric',
          label: t('organiser.reprimandCount'),
          hint: t('stewards.reprimandCountHint'),
          check: (typed) =>
            typed !== '' &&
            !isCount(typed, REPRIMANDS.min, REPRIMANDS.max) &&
            t('stewards.noCount', REPRIMANDS),
        },
        countField('reprimandPlaces', t),
        {
          kind: 'textArea',
          name: 'thresholds',
          rows: 3,
          label: t('organiser.thresholds'),
          hint: t('stewards.thresholdsHint'),
          check: (typed) => readThresholds(typed) === null && t('stewards.thresholdsFault'),
        },
      ]}
      onSave={(seen, values) => {
        const body: StewardRules = {
          reporters,
          reportHours: Number(values.reportHours),
          responseHours: Number(values.responseHours),
          appealHours: Number(values.appealHours),
          reportsMax: Number(values.reportsMax),
          licenceDays: values.licenceDays === '' ? null : Number(values.licenceDays),
          licenceScope,
          thresholds: readThresholds(values.thresholds) ?? [],
          reprimandCount: values.reprimandCount === '' ? null : Number(values.reprimandCount),
          reprimandPlaces: Number(values.reprimandPlaces),
        }
        const params = { seasonId: season.id }
        return edit.run((ifMatch) => call(stewards.setRules, { params, body, ifMatch }), {
          done: t('stewards.rulesSaved'),
          seen,
        })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('organiser.reporters')}>
          <Select<StewardRules['reporters']>
            options={REPORTERS.map(([value, label]) => ({ value, label: t(label) }))}
            value={reporters}
            onChange={(next) => draft.set({ reporters: next })}
          />
        </Field>
        <Field label={t('organiser.licenceScope')}>
          <Select<StewardRules['licenceScope']>
            options={SCOPES.map(([value, label]) => ({ value, label: t(label) }))}
            value={licenceScope}
            onChange={(next) => draft.set({ licenceScope: next })}
          />
        </Field>
      </div>
    </DraftForm>
  )
}

function countField<Name extends keyof typeof COUNTS>(name: Name, t: Text): TypedField<Name> {
  const { label, min, max } = COUNTS[name]
  return {
    kind: 'text',
    name,
    inputMode: 'numeric',
    label: t(label),
    check: (typed) => !isCount(typed, min, max) && t('stewards.noCount', { min, max }),
  }
}

function isCount(typed: string, min: number, max: number): boolean {
  const count = Number(typed)
  return /^\d{1,4}$/.test(typed) && count >= min && count <= max
}

const THRESHOLDS_MAX = 10

/** Reads one a line: "6 race ban". Returns null for anything else. */
function readThresholds(typed: string): StewardRules['thresholds'] | null {
  const lines = typed.split('\n').filter((line) => line.trim() !== '')
  const thresholds = lines.flatMap((line) => {
    const [first = '', ...words] = line.trim().split(' ')
    const consequence = words.join(' ').trim()
    const isValid = isCount(first, 1, 1000) && consequence !== '' && consequence.length <= 100
    return isValid ? [{ points: Number(first), consequence }] : []
  })
  return thresholds.length === lines.length && lines.length <= THRESHOLDS_MAX ? thresholds : null
}
