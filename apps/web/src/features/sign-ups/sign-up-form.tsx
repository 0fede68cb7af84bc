import { ROSTER_MAX } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import {
  type SeasonSignUp,
  type SignUpForm as FormRules,
  signUps,
} from '@pitboard/contract/sign-ups/sign-ups'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccount } from '../../auth/account.ts'
import type { Text } from '../../messages/create-text.ts'
import { refusalErrors } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { FormErrors } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { QuestionField } from './question-field.tsx'
import { SIGN_UPS_KEY } from './sign-up-queries.ts'
import { readDraft, type SignUpDraft, storeDraft } from './stored-draft.ts'

interface SignUpFormProps {
  readonly season: Season
  readonly form: FormRules
  readonly signUp: SeasonSignUp
}

/** Works without an account up to its button, which then leads to the sign-in and back. */
export function SignUpForm({ season, form, signUp }: SignUpFormProps) {
  const text = useText()
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { own } = signUp
  const [draft, setDraft] = useState<SignUpDraft>(() => ({
    name: own?.name ?? account?.username ?? '',
    tier: own?.tier ?? '',
    platformId: own?.platformId ?? '',
    ...Object.fromEntries(own?.answers.map((one) => [one.questionId, one.answer]) ?? []),
    ...readDraft(season.id),
  }))
  const valueOf = (key: string) => draft[key] ?? ''
  const hasPlace = own?.status === 'accepted'

  function set(key: string, value: string) {
    const next = { ...draft, [key]: value }
    setDraft(next)
    storeDraft(season.id, next)
  }

  async function submit(): Promise<FormErrors | null> {
    const errors = findErrors(form, draft, text)
    if (errors) return errors
    if (!account) {
      await navigate({ to: '/login', search: { redirect: `/seasons/${season.id}/sign-up` } })
      return null
    }
    await call(signUps.signUp, {
      params: { seasonId: season.id },
      body: {
        name: valueOf('name'),
        tier: form.tiers.length === 0 ? '' : valueOf('tier'),
        platformId: valueOf('platformId').trim() || null,
        answers: form.questions
          .map(({ id }) => ({ questionId: id, answer: valueOf(id) }))
          .filter(({ answer }) => answer.trim() !== ''),
      },
    })
    storeDraft(season.id, null)
    void showToast({
      title: text(isSignedUp ? 'participation.saved' : 'participation.sent'),
      tone: 'good',
    })
    await queries.invalidateQueries({ queryKey: [SIGN_UPS_KEY, season.id] })
    return null
  }

  const names = ['name', 'tier', 'platformId', ...form.questions.map(({ id }) => id)]
  const isSignedUp = hasPlace || own?.status === 'pending' || own?.status === 'waiting'
  const label = isSignedUp ? 'participation.save' : 'participation.send'
  return (
    <Form
      label={text('participation.title')}
      submitLabel={text(account ? label : 'participation.signInAndSend')}
      isDraft={false}
      onSubmit={submit}
      errorsOf={(error, words) => refusalErrors(error, words, names)}
    >
      {(errors) => (
        <>
          <Field label={text('participation.name')} error={errors.name ?? null} disabled={hasPlace}>
            <Input
              type="text"
              autoComplete="off"
              maxLength={TEXT_MAX.driverName}
              value={valueOf('name')}
              onChange={({ target }) => set('name', target.value)}
            />
          </Field>
          {form.tiers.length > 0 && (
            <Field
              label={text('participation.tier')}
              error={errors.tier ?? null}
              disabled={hasPlace}
            >
              <Select
                options={tierOptions(form, signUp, text)}
                value={
                  form.tiers.some(({ name }) => name === draft['tier']) ? valueOf('tier') : null
                }
                placeholder={text('participation.choose')}
                onChange={(tier) => set('tier', tier)}
              />
            </Field>
          )}
          <Field
            label={text('participation.optional', { label: text('participation.platformId') })}
            hint={text('participation.platformIdWhy')}
            error={errors.platformId ?? null}
          >
            <Input
              type="text"
              autoComplete="off"
              maxLength={ROSTER_MAX.platformIdCharacters}
              value={valueOf('platformId')}
              onChange={({ target }) => set('platformId', target.value)}
            />
          </Field>
          {form.questions.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              value={valueOf(question.id)}
              error={errors[question.id] ?? null}
              onChange={(value) => set(question.id, value)}
            />
          ))}
          <p className="text-small text-muted">
            {text('participation.privacy')} {!account && text('participation.signInWhy')}
          </p>
        </>
      )}
    </Form>
  )
}

function findErrors(form: FormRules, draft: SignUpDraft, text: Text): FormErrors | null {
  const isMissing = (key: string) => (draft[key] ?? '').trim() === ''
  const hasTier = form.tiers.length === 0 || form.tiers.some(({ name }) => name === draft['tier'])
  const errors = form.questions
    .filter(({ id, isRequired }) => isRequired && isMissing(id))
    .map(({ id }): [string, string] => [id, text('participation.missing')])
  if (isMissing('name')) errors.push(['name', text('participation.nameMissing')])
  if (!hasTier) errors.push(['tier', text('participation.tierMissing')])
  return errors.length === 0 ? null : Object.fromEntries(errors)
}

function tierOptions({ tiers }: FormRules, signUp: SeasonSignUp, text: Text) {
  return tiers.map(({ name, capacity }) => {
    const accepted = signUp.tiers.find(({ tier }) => tier === name)?.accepted ?? 0
    const label =
      capacity === null
        ? name
        : text('participation.tierPlaces', { tier: name, accepted, capacity })
    return { value: name, label }
  })
}
