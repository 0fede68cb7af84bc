import {
  type SeasonSignUp,
  SIGN_UP_MAX,
  type SignUpForm,
  signUps,
} from '@pitboard/contract/sign-ups/sign-ups'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { changedFields } from '../../changes/changed-fields.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import type { DescribeDifference } from '../../changes/draft-notice.tsx'
import { useDraft } from '../../changes/use-draft.ts'
import { refusalErrors } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input, TextArea } from '../../ui/forms/input.tsx'
import { instantOf, localTimeOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { QuestionRows } from './question-rows.tsx'
import { findFormErrors, formFieldPaths } from './sign-up-form-errors.ts'
import { SIGN_UPS_KEY } from './sign-up-queries.ts'
import { readCapacity, TierRows } from './tier-rows.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

const NEW_FORM: SignUpForm = {
  opensAt: null,
  closesAt: null,
  needsApproval: false,
  capacity: null,
  tiers: [],
  questions: [],
  note: '',
}

interface FormEditorProps {
  readonly signUp: SeasonSignUp
  /** It belongs to the season as it was before; the newest is being fetched. */
  readonly isOlder: boolean
}

const FIELDS = Object.keys(NEW_FORM)

const asList = (one: unknown) => (one === undefined ? [] : [one])

/** Questions are compared one by one, but named together, as in the history. */
const describe: DescribeDifference = ({ path, before, after }, t) => {
  const [field = '', id] = path
  if (!FIELDS.includes(field)) return []
  if (id === undefined) return changedFields(field, { before, after }, t)
  return path.length === 2
    ? changedFields(field, { before: asList(before), after: asList(after) }, t)
    : changedFields(field, { before, after }, t)
}

/** The organiser opens the sign-up and decides what it asks. */
export function FormEditor({ signUp, isOlder }: FormEditorProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const queries = useQueryClient()
  const stored = { value: signUp.form ?? NEW_FORM, version: season.version }
  const draft = useDraft(stored, isOlder ? null : stored)
  const { value: form, set } = draft

  async function save(seen: number): Promise<number | undefined> {
    const params = { seasonId: season.id }
    const made = await edit.run(
      (ifMatch) => call(signUps.updateForm, { params, body: form, ifMatch }),
      { done: t('participation.formSaved'), seen },
    )
    await queries.invalidateQueries({ queryKey: [SIGN_UPS_KEY, season.id] })
    return made
  }

  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {signUp.form && (
        <CopyField
          label={t('participation.link')}
          value={`${location.origin}/seasons/${season.id}/sign-up`}
        />
      )}
      <DraftForm
        draft={draft}
        describe={describe}
        label={t('participation.form')}
        submitLabel={t(signUp.form ? 'participation.saveForm' : 'participation.openForm')}
        check={() => findFormErrors(form, t)}
        onSave={save}
        errorsOf={(error, words) => refusalErrors(error, words, formFieldPaths(form))}
      >
        {(errors) => (
          <>
            <Field label={t('participation.note')} error={errors.note ?? null}>
              <TextArea
                maxLength={SIGN_UP_MAX.noteCharacters}
                value={form.note}
                onChange={({ target }) => set({ note: target.value })}
              />
            </Field>
            <div className="grid gap-4 sm:grid-cols-3">
              <Moment
                label={t('participation.opens')}
                error={errors.opensAt ?? null}
                instant={form.opensAt}
                onChange={(opensAt) => set({ opensAt })}
              />
              <Moment
                label={t('participation.closes')}
                error={errors.closesAt ?? null}
                instant={form.closesAt}
                onChange={(closesAt) => set({ closesAt })}
              />
              <Field
                label={t('participation.capacity')}
                hint={t('participation.capacityWhy')}
                error={errors.capacity ?? null}
              >
                <Input
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={3}
                  value={form.capacity === null ? '' : String(form.capacity)}
                  onChange={({ target }) => set({ capacity: readCapacity(target.value) })}
                />
              </Field>
            </div>
            <Checkbox
              label={t('participation.approval')}
              checked={form.needsApproval}
              onChange={(needsApproval) => set({ needsApproval })}
            />
            <TierRows tiers={form.tiers} errors={errors} onChange={(tiers) => set({ tiers })} />
            <QuestionRows
              questions={form.questions}
              errors={errors}
              onChange={(questions) => set({ questions })}
            />
          </>
        )}
      </DraftForm>
    </div>
  )
}

interface MomentProps {
  readonly label: string
  readonly error: string | null
  readonly instant: string | null
  readonly onChange: (instant: string | null) => void
}

/** The field shows the moment in the time zone of the organiser's browser. */
function Moment({ label, error, instant, onChange }: MomentProps) {
  const zone = ownTimeZone()
  return (
    <Field label={label} error={error}>
      <Input
        type="datetime-local"
        value={instant === null ? '' : localTimeOf(instant, zone)}
        onChange={({ target }) => onChange(instantOf(target.value, zone))}
      />
    </Field>
  )
}
