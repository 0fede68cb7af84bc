import {
  ADJUSTMENT_AMOUNTS,
  ADJUSTMENT_KINDS,
  type AdjustmentKind,
} from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import {
  type AdjustmentCreate,
  seasonManagement,
} from '@pitboard/contract/seasons/season-management'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { KIND_VIEWS } from '../../timing/adjustment-kinds.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { FormField, FormValues, TypedField } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { type Option, Select } from '../../ui/forms/select.tsx'
import type { TabProps } from './tab-props.ts'
import { sessionTitle } from '../season/session-titles.ts'

/** Asks for the fields of the chosen kind and for the reason. */
export function AdjustmentForm({
  season,
  edit,
  onMade,
}: TabProps & { readonly onMade: () => void }) {
  const text = useText()
  const [kind, setKind] = useState<AdjustmentKind>('timePenalty')
  const [sessionId, setSessionId] = useState<string | null>(null)
  const [subject, setSubject] = useState<string | null>(null)
  const { subject: subjectKind, amount } = KIND_VIEWS[kind]
  const isOfSession = subjectKind === 'car'

  function changeKind(next: AdjustmentKind) {
    setKind(next)
    setSubject(null)
  }

  async function create({ amount: typed, reason }: FormValues<'amount' | 'reason'>) {
    const body: AdjustmentCreate = {
      kind,
      reason,
      ...(isOfSession ? { sessionId, driverIdx: Number(subject) } : { name: subject }),
      ...(amount && { [amount.field]: readNumber(typed) }),
    }
    const params = { seasonId: season.id }
    await edit.run((ifMatch) => call(seasonManagement.adjust, { params, body, ifMatch }), {
      done: text('organiser.adjustmentCreated'),
    })
    onMade()
  }

  const kindField: FormField<'kind'> = {
    kind: 'custom',
    name: 'kind',
    render: (error) => (
      <Field label={text('organiser.adjustmentKind')} error={error}>
        <Select<AdjustmentKind>
          options={ADJUSTMENT_KINDS.map((value) => ({
            value,
            label: text(KIND_VIEWS[value].label),
          }))}
          value={kind}
          onChange={changeKind}
        />
      </Field>
    ),
  }
  const sessionField: FormField<'sessionId'> = {
    kind: 'custom',
    name: 'sessionId',
    check: () => sessionId === null && text('organiser.sessionMissing'),
    render: (error) => (
      <Field label={text('organiser.session')} error={error}>
        <Select
          options={sessionOptions(season, text)}
          placeholder={text('organiser.chooseSession')}
          value={sessionId}
          onChange={(id) => {
            setSessionId(id)
            setSubject(null)
          }}
        />
      </Field>
    ),
  }
  const isOfTeam = subjectKind === 'team'
  const subjectField: FormField<'subject'> = {
    kind: 'custom',
    name: 'subject',
    check: () => subject === null && text('organiser.subjectMissing'),
    render: (error) => (
      <Field label={text(isOfTeam ? 'organiser.team' : 'organiser.driver')} error={error}>
        <Select
          options={subjectOptions(season, subjectKind, sessionId)}
          placeholder={text(isOfTeam ? 'organiser.chooseTeam' : 'organiser.chooseDriver')}
          value={subject}
          onChange={setSubject}
          disabled={isOfSession && sessionId === null}
        />
      </Field>
    ),
  }
  const amountField: FormField<'amount'> | null = amount && {
    kind: 'custom',
    name: 'amount',
    check: (typed) =>
      !isAmount(readNumber(typed), amount.field) &&
      text('organiser.amountMissing', ADJUSTMENT_AMOUNTS[amount.field]),
    render: (error) => (
      <Field name="amount" label={text(amount.label)} hint={text(amount.hint)} error={error}>
        {/* Every kind has an initial amount of its own. */}
        <Input key={kind} name="amount" autoComplete="off" defaultValue={amount.initial} />
      </Field>
    ),
  }

  return (
    <Form
      label={text('organiser.newAdjustment')}
      submitLabel={text('organiser.createAdjustment')}
      fields={[
        kindField,
        ...(isOfSession ? [sessionField] : []),
        subjectField,
        ...(amountField ? [amountField] : []),
        reasonField(text, 'organiser.reason'),
      ]}
      onSubmit={create}
    />
  )
}

export function reasonField(text: Text, label: PlainKey): TypedField<'reason'> {
  return {
    kind: 'textArea',
    name: 'reason',
    maxLength: TEXT_MAX.reason,
    label: text(label),
    missing: text('organiser.reasonMissing'),
  }
}

function isAmount(amount: number, unit: keyof typeof ADJUSTMENT_AMOUNTS): boolean {
  const { min, max } = ADJUSTMENT_AMOUNTS[unit]
  const isInRange = amount >= min && amount <= max && amount !== 0
  return isInRange && (unit !== 'places' || Number.isInteger(amount))
}

/** NaN for anything else than a finite number. */
function readNumber(typed: string): number {
  const number = Number(typed.replace(',', '.'))
  return Number.isFinite(number) ? number : Number.NaN
}

function sessionOptions(season: Season, text: Text): Option<string>[] {
  return season.events.flatMap((event) =>
    event.sessions.map((linked) => ({
      value: linked.session.id,
      label: sessionTitle(season, event, linked, text),
    })),
  )
}

/** The cars of a session, or the names in the standings. */
function subjectOptions(
  season: Season,
  kind: 'car' | 'driver' | 'team',
  sessionId: string | null,
): Option<string>[] {
  const { drivers, teams } = season.standings
  if (kind === 'team') return teams.map(({ name }) => ({ value: name, label: name }))
  if (kind === 'driver') {
    return drivers
      .filter(({ isHidden }) => !isHidden)
      .map(({ name }) => ({ value: name, label: name }))
  }
  return drivers
    .flatMap(({ name, results }) =>
      results
        .filter((result) => result.sessionId === sessionId)
        .map(({ driverIdx, position }) => ({ name, driverIdx, position })),
    )
    .toSorted((a, b) => (a.position ?? 99) - (b.position ?? 99))
    .map(({ name, driverIdx, position }) => ({
      value: String(driverIdx),
      label: `${position ?? '–'} ${name}`,
    }))
}
