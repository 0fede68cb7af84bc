import { ADJUSTMENT_KINDS, type AdjustmentKind } from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import {
  type AdjustmentCreate,
  seasonManagement,
} from '@pitboard/contract/seasons/season-management'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { KIND_VIEWS } from '../../timing/adjustment-kinds.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { Input, TextArea } from '../../ui/forms/input.tsx'
import { type Option, Select } from '../../ui/choices/select.tsx'
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

  async function create(entries: FormData) {
    const number = Number(entryOf(entries, 'amount').replace(',', '.'))
    const reason = entryOf(entries, 'reason').trim()
    const isNumberMissing = amount !== null && (!Number.isFinite(number) || number === 0)
    const errors = {
      ...(isOfSession && sessionId === null && { session: text('organiser.sessionMissing') }),
      ...(subject === null && { subject: text('organiser.subjectMissing') }),
      ...(isNumberMissing && { amount: text('organiser.amountMissing') }),
      ...(reason === '' && { reason: text('organiser.reasonMissing') }),
    }
    if (Object.keys(errors).length > 0) return errors
    const body: AdjustmentCreate = {
      kind,
      reason,
      ...(isOfSession ? { sessionId, driverIdx: Number(subject) } : { name: subject }),
      ...(amount && { [amount.field]: number }),
    }
    const refused = await edit.run(
      (ifMatch) => call(seasonManagement.adjust, { params: { id: season.id }, body, ifMatch }),
      { done: text('organiser.adjustmentCreated'), fields: ['reason'] },
    )
    if (!refused) onMade()
    return refused
  }

  return (
    <Form
      label={text('organiser.newAdjustment')}
      submitLabel={text('organiser.createAdjustment')}
      onSubmit={create}
    >
      {(errors) => (
        <>
          <Field label={text('organiser.adjustmentKind')}>
            <Select<AdjustmentKind>
              options={ADJUSTMENT_KINDS.map((value) => ({
                value,
                label: text(KIND_VIEWS[value].label),
              }))}
              value={kind}
              onChange={changeKind}
            />
          </Field>
          {isOfSession && (
            <Field label={text('organiser.session')} error={errors.session ?? null}>
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
          )}
          <Field
            label={text(subjectKind === 'team' ? 'organiser.team' : 'organiser.driver')}
            error={errors.subject ?? null}
          >
            <Select
              options={subjectOptions(season, subjectKind, sessionId)}
              placeholder={text(
                subjectKind === 'team' ? 'organiser.chooseTeam' : 'organiser.chooseDriver',
              )}
              value={subject}
              onChange={setSubject}
              disabled={isOfSession && sessionId === null}
            />
          </Field>
          {amount && (
            <Field
              label={text(amount.label)}
              name="amount"
              hint={text(amount.hint)}
              error={errors.amount ?? null}
            >
              <Input key={kind} name="amount" autoComplete="off" defaultValue={amount.initial} />
            </Field>
          )}
          <Field label={text('organiser.reason')} name="reason" error={errors.reason ?? null}>
            <TextArea name="reason" maxLength={TEXT_MAX.reason} />
          </Field>
        </>
      )}
    </Form>
  )
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
