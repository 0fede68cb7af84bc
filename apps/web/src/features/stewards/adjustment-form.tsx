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
import { call } from '../../api/call.ts'
import { MessageForm } from '../../changes/message-form.tsx'
import { useMessage } from '../../changes/use-draft.ts'
import { KIND_VIEWS } from '../../timing/adjustment-kinds.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { FormField, FormValues, TypedField } from '../../ui/forms/form-fields.tsx'
import { type Option, Select } from '../../ui/forms/select.tsx'
import { sessionTitle } from '../season/session-titles.ts'
import { useEditedSeason } from '../season/edited-season.ts'

/** What is not chosen yet is empty. */
interface AdjustmentDraft {
  readonly kind: AdjustmentKind
  readonly sessionId: string
  readonly subject: string
  readonly amount: string
  readonly reason: string
}

const BLANK: AdjustmentDraft = {
  kind: 'timePenalty',
  sessionId: '',
  subject: '',
  amount: initialAmount('timePenalty'),
  reason: '',
}

function initialAmount(kind: AdjustmentKind): string {
  return KIND_VIEWS[kind].amount?.initial ?? ''
}

/** Asks for the fields of the chosen kind and for the reason. */
export function AdjustmentForm() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const draft = useMessage(BLANK, `adjustment.${season.id}`)
  const { kind, sessionId, subject } = draft.value
  const { subject: subjectKind, amount } = KIND_VIEWS[kind]
  const isOfSession = subjectKind === 'car'

  /** Every kind has an initial amount of its own. */
  function changeKind(next: AdjustmentKind) {
    draft.set({ kind: next, subject: '', amount: initialAmount(next) })
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
      done: t('organiser.adjustmentCreated'),
    })
  }

  const kindField: FormField<'kind'> = {
    kind: 'custom',
    name: 'kind',
    render: (error) => (
      <Field label={t('organiser.adjustmentKind')} error={error}>
        <Select<AdjustmentKind>
          options={ADJUSTMENT_KINDS.map((value) => ({
            value,
            label: t(KIND_VIEWS[value].label),
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
    check: () => sessionId === '' && t('organiser.sessionMissing'),
    render: (error) => (
      <Field label={t('organiser.session')} error={error}>
        <Select
          options={sessionOptions(season, t)}
          placeholder={t('organiser.chooseSession')}
          value={sessionId || null}
          onChange={(id) => draft.set({ sessionId: id, subject: '' })}
        />
      </Field>
    ),
  }
  const isOfTeam = subjectKind === 'team'
  const subjectField: FormField<'subject'> = {
    kind: 'custom',
    name: 'subject',
    check: () => subject === '' && t('organiser.subjectMissing'),
    render: (error) => (
      <Field label={t(isOfTeam ? 'organiser.team' : 'organiser.driver')} error={error}>
        <Select
          options={subjectOptions(season, subjectKind, sessionId)}
          placeholder={t(isOfTeam ? 'organiser.chooseTeam' : 'organiser.chooseDriver')}
          value={subject || null}
          onChange={(chosen) => draft.set({ subject: chosen })}
          disabled={isOfSession && sessionId === ''}
        />
      </Field>
    ),
  }
  const amountField: FormField<'amount'> | null = amount && {
    kind: 'text',
    name: 'amount',
    label: t(amount.label),
    hint: t(amount.hint),
    autoComplete: 'off',
    check: (typed) =>
      !isAmount(readNumber(typed), amount.field) &&
      t('organiser.amountMissing', ADJUSTMENT_AMOUNTS[amount.field]),
  }

  return (
    <MessageForm
      draft={draft}
      label={t('organiser.newAdjustment')}
      submitLabel={t('organiser.createAdjustment')}
      submitLook="secondary"
      fields={[
        kindField,
        ...(isOfSession ? [sessionField] : []),
        subjectField,
        ...(amountField ? [amountField] : []),
        reasonField(t, 'organiser.reason'),
      ]}
      onSend={create}
    />
  )
}

export function reasonField(t: Text, label: PlainKey): TypedField<'reason'> {
  return {
    kind: 'textArea',
    name: 'reason',
    maxLength: TEXT_MAX.reason,
    label: t(label),
    missing: t('organiser.reasonMissing'),
  }
}

function isAmount(amount: number, unit: keyof typeof ADJUSTMENT_AMOUNTS): boolean {
  const { min, max } = ADJUSTMENT_AMOUNTS[unit]
  const isInRange = amount >= min && amount <= max && amount !== 0
  return isInRange && (unit !== 'places' || Number.isInteger(amount))
}

/** Returns NaN for anything else than a finite number. */
function readNumber(typed: string): number {
  const number = Number(typed.replace(',', '.'))
  return Number.isFinite(number) ? number : Number.NaN
}

function sessionOptions(season: Season, t: Text): Option<string>[] {
  return season.events.flatMap((event) =>
    event.sessions.map((linked) => ({
      value: linked.session.id,
      label: sessionTitle(season, event, linked, t),
    })),
  )
}

/** Returns the cars of a session, or the names in the standings. */
function subjectOptions(
  season: Season,
  kind: 'car' | 'driver' | 'team',
  sessionId: string,
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
