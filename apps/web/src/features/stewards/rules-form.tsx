import type { Season } from '@pitboard/contract/seasons/season'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Edit } from '../../changes/use-edit.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { TypedField } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { decisionsOf } from './steward-queries.ts'

interface RulesFormProps {
  readonly season: Season
  readonly edit: Edit
}

/** Who may report, the deadlines and the thresholds of licence points. */
export function RulesForm({ season, edit }: RulesFormProps) {
  const { data } = useQuery(decisionsOf(season.id, season.version))
  if (!data) return <Skeleton className="h-64" />
  return <Rules key={JSON.stringify(data.rules)} season={season} edit={edit} rules={data.rules} />
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
} as const satisfies Record<string, { label: PlainKey; min: number; max: number }>

const DAYS = { min: 1, max: 3650 }

function Rules({ season, edit, rules }: RulesFormProps & { readonly rules: StewardRules }) {
  const text = useText()
  const [reporters, setReporters] = useState(rules.reporters)
  const [licenceScope, setLicenceScope] = useState(rules.licenceScope)
  return (
    <Form<keyof typeof COUNTS | 'licenceDays' | 'thresholds'>
      label={text('stewards.rules')}
      submitLabel={text('stewards.saveRules')}
      hasColumns
      fields={[
        countField('reportHours', rules, text),
        countField('responseHours', rules, text),
        countField('appealHours', rules, text),
        countField('reportsMax', rules, text),
        {
          kind: 'text',
          name: 'licenceDays',
          inputMode: 'numeric',
          label: text('organiser.licenceDays'),
          hint: text('stewards.licenceDaysHint'),
          defaultValue: String(rules.licenceDays ?? ''),
          check: (typed) =>
            typed !== '' && !isCount(typed, DAYS.min, DAYS.max) && text('stewards.noCount', DAYS),
        },
        {
          kind: 'textArea',
          name: 'thresholds',
          rows: 3,
          label: text('organiser.thresholds'),
          hint: text('stewards.thresholdsHint'),
          defaultValue: rules.thresholds
            .map(({ points, consequence }) => `${points} ${consequence}`)
            .join('\n'),
          check: (typed) => readThresholds(typed) === null && text('stewards.thresholdsFault'),
        },
      ]}
      onSubmit={async (values) => {
        const body: StewardRules = {
          reporters,
          reportHours: Number(values.reportHours),
          responseHours: Number(values.responseHours),
          appealHours: Number(values.appealHours),
          reportsMax: Number(values.reportsMax),
          licenceDays: values.licenceDays === '' ? null : Number(values.licenceDays),
          licenceScope,
          thresholds: readThresholds(values.thresholds) ?? [],
        }
        const params = { seasonId: season.id }
        await edit.run((ifMatch) => call(stewards.setRules, { params, body, ifMatch }), {
          done: text('stewards.rulesSaved'),
        })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text('organiser.reporters')}>
          <Select<StewardRules['reporters']>
            options={REPORTERS.map(([value, label]) => ({ value, label: text(label) }))}
            value={reporters}
            onChange={setReporters}
          />
        </Field>
        <Field label={text('organiser.licenceScope')}>
          <Select<StewardRules['licenceScope']>
            options={SCOPES.map(([value, label]) => ({ value, label: text(label) }))}
            value={licenceScope}
            onChange={setLicenceScope}
          />
        </Field>
      </div>
    </Form>
  )
}

function countField<Name extends keyof typeof COUNTS>(
  name: Name,
  rules: StewardRules,
  text: Text,
): TypedField<Name> {
  const { label, min, max } = COUNTS[name]
  return {
    kind: 'text',
    name,
    inputMode: 'numeric',
    label: text(label),
    defaultValue: String(rules[name]),
    check: (typed) => !isCount(typed, min, max) && text('stewards.noCount', { min, max }),
  }
}

function isCount(typed: string, min: number, max: number): boolean {
  const count = Number(typed)
  return /^\d{1,4}$/.test(typed) && count >= min && count <= max
}

const THRESHOLDS_MAX = 10

/** One a line: "6 race ban". Null for anything else. */
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
