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
import { acceptedIn } from './sign-up-facts.ts'
import { call } from '../../api/call.ts'
import { useAccount } from '../../auth/account.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import { changesOf } from '../../changes/edit-versions.ts'
import { useDraft } from '../../changes/use-draft.ts'
import type { Text } from '../../messages/create-text.ts'
import { refusalErrors } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { FormErrors } from '../../ui/forms/form-errors.ts'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { QuestionField } from './question-field.tsx'
import {
  answerTo,
  describeSignUp,
  draftOf,
  findSignUpErrors,
  toBody,
  withAnswer,
} from './sign-up-draft.ts'
import { SIGN_UPS_KEY } from './sign-up-queries.ts'

interface SignUpFormProps {
  readonly season: Season
  readonly form: FormRules
  readonly signUp: SeasonSignUp
}

/** Works without an account up to its button, which then leads to the sign-in and back. */
export function SignUpForm({ season, form, signUp }: SignUpFormProps) {
  const t = useText()
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { own, ownTag } = signUp
  const draft = useDraft({ value: draftOf(own, form), version: 0 }, undefined, {
    keptAs: `signUp.${season.id}`,
  })
  const { value: typed, set } = draft
  const name = typed.name ?? account?.username ?? ''
  const hasPlace = own?.status === 'accepted'
  const isSignedUp = hasPlace || own?.status === 'pending' || own?.status === 'waiting'

  async function submit(): Promise<FormErrors | null> {
    if (!account) {
      await navigate({ to: '/login', search: { redirect: `/seasons/${season.id}/sign-up` } })
      // Nothing is wrong, and nothing is sent.
      return {}
    }
    try {
      const body = toBody(form, typed, name)
      await call(signUps.signUp, { params: { seasonId: season.id }, body, ifMatch: `"${ownTag}"` })
    } catch (error) {
      if (changesOf(error)) await refetch()
      throw error
    }
    void showToast({
      title: t(isSignedUp ? 'participation.saved' : 'participation.sent'),
      tone: 'good',
    })
    await refetch()
    return null
  }

  const refetch = () => queries.invalidateQueries({ queryKey: [SIGN_UPS_KEY, season.id] })
  const names = ['name', 'tier', 'platformId', ...form.questions.map(({ id }) => id)]
  const label = isSignedUp ? 'participation.save' : 'participation.send'
  return (
    <DraftForm
      draft={draft}
      describe={describeSignUp(form)}
      label={t('participation.title')}
      submitLabel={t(account ? label : 'participation.signInAndSend')}
      check={() => findSignUpErrors(form, typed, name, t)}
      onSave={submit}
      errorsOf={(error, words) => refusalErrors(error, words, names)}
    >
      {(errors) => (
        <>
          <Field label={t('participation.name')} error={errors.name ?? null} disabled={hasPlace}>
            <Input
              type="text"
              autoComplete="off"
              maxLength={TEXT_MAX.driverName}
              value={name}
              onChange={({ target }) => set({ name: target.value })}
            />
          </Field>
          {form.tiers.length > 0 && (
            <Field label={t('participation.tier')} error={errors.tier ?? null} disabled={hasPlace}>
              <Select
                options={tierOptions(form, signUp, t)}
                value={form.tiers.some((one) => one.name === typed.tier) ? typed.tier : null}
                placeholder={t('participation.choose')}
                onChange={(tier) => set({ tier })}
              />
            </Field>
          )}
          <Field
            label={t('participation.optional', { label: t('participation.platformId') })}
            hint={t('participation.platformIdWhy')}
            error={errors.platformId ?? null}
          >
            <Input
              type="text"
              autoComplete="off"
              maxLength={ROSTER_MAX.platformIdCharacters}
              value={typed.platformId}
              onChange={({ target }) => set({ platformId: target.value })}
            />
          </Field>
          {form.questions.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              value={answerTo(typed, question.id)}
              error={errors[question.id] ?? null}
              onChange={(answer) =>
                set(withAnswer(typed, form, { questionId: question.id, answer }))
              }
            />
          ))}
          <p className="text-small text-muted">
            {t('participation.privacy')} {!account && t('participation.signInWhy')}
          </p>
        </>
      )}
    </DraftForm>
  )
}

function tierOptions({ tiers }: FormRules, signUp: SeasonSignUp, t: Text) {
  return tiers.map(({ name, capacity }) => {
    const accepted = acceptedIn(signUp, name)
    const label =
      capacity === null ? name : t('participation.tierPlaces', { tier: name, accepted, capacity })
    return { value: name, label }
  })
}
