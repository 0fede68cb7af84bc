import type { Adjustment, Season } from '@pitboard/contract/season'
import { type AdjustmentCreate, seasonWork } from '@pitboard/contract/season-work'
import { useState } from 'react'
import { call } from '../../call.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/field.tsx'
import { entryOf, Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { PartProps } from './season-editor.tsx'
import { sessionTitle } from './session-titles.ts'

type Kind = Adjustment['kind']

/** What was decided, about whom and why. */
export function DecisionForm({
  season,
  edit,
  onMade,
}: PartProps & { readonly onMade: () => void }) {
  const text = useText()
  const [kind, setKind] = useState<Kind>('timePenalty')
  const [sessionId, setSessionId] = useState<string | null>(null)
  const [subject, setSubject] = useState<string | null>(null)
  const isOfSession = kind === 'timePenalty' || kind === 'disqualification'

  function changeKind(next: Kind) {
    setKind(next)
    setSubject(null)
  }

  async function decide(entries: FormData) {
    const amount = Number(entryOf(entries, 'amount').replace(',', '.'))
    const reason = entryOf(entries, 'reason').trim()
    const errors = {
      ...(isOfSession && sessionId === null && { session: text('organiser.sessionMissing') }),
      ...(subject === null && { subject: text('organiser.subjectMissing') }),
      ...(kind !== 'disqualification' &&
        (!Number.isFinite(amount) || amount === 0) && { amount: text('organiser.amountMissing') }),
      ...(reason === '' && { reason: text('organiser.reasonMissing') }),
    }
    if (Object.keys(errors).length > 0) return errors
    const body: AdjustmentCreate = {
      kind,
      reason,
      ...(isOfSession ? { sessionId, driverIdx: Number(subject) } : { name: subject }),
      ...(kind === 'timePenalty' && { seconds: amount }),
      ...((kind === 'points' || kind === 'teamPoints') && { points: amount }),
    }
    const refused = await edit.run(
      (ifMatch) => call(seasonWork.adjust, { params: { id: season.id }, body, ifMatch }),
      { done: text('organiser.decided'), fields: ['reason'] },
    )
    if (!refused) onMade()
    return refused
  }

  return (
    <Form
      label={text('organiser.newDecision')}
      submitLabel={text('organiser.decide')}
      onSubmit={decide}
    >
      {(errors) => (
        <>
          <Field label={text('organiser.decision')}>
            <Select<Kind>
              options={[
                { value: 'timePenalty', label: text('organiser.timePenalty') },
                { value: 'disqualification', label: text('organiser.disqualification') },
                { value: 'points', label: text('organiser.driverPoints') },
                { value: 'teamPoints', label: text('organiser.teamPoints') },
              ]}
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
            label={text(kind === 'teamPoints' ? 'organiser.team' : 'organiser.driver')}
            error={errors.subject ?? null}
          >
            <Select
              options={subjectOptions(season, kind, sessionId)}
              placeholder={text(
                kind === 'teamPoints' ? 'organiser.chooseTeam' : 'organiser.chooseDriver',
              )}
              value={subject}
              onChange={setSubject}
              disabled={isOfSession && sessionId === null}
            />
          </Field>
          {kind !== 'disqualification' && (
            <Field
              label={text(
                kind === 'timePenalty' ? 'organiser.secondsAdded' : 'organiser.pointsAdded',
              )}
              name="amount"
              hint={text(
                kind === 'timePenalty' ? 'organiser.negativeGives' : 'organiser.negativeTakes',
              )}
              error={errors.amount ?? null}
            >
              <Input
                key={kind}
                name="amount"
                autoComplete="off"
                defaultValue={kind === 'timePenalty' ? '5' : '-1'}
              />
            </Field>
          )}
          <Field label={text('organiser.reason')} name="reason" error={errors.reason ?? null}>
            <TextArea name="reason" maxLength={500} />
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

/** Of a session its cars, of the season the names of its table. */
function subjectOptions(season: Season, kind: Kind, sessionId: string | null): Option<string>[] {
  const { drivers, teams } = season.standings
  if (kind === 'teamPoints') return teams.map(({ name }) => ({ value: name, label: name }))
  if (kind === 'points') {
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
