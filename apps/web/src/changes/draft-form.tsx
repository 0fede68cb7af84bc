import type { FormErrors } from '../ui/forms/form-errors.ts'
import type { FormValues } from '../ui/forms/form-fields.tsx'
import { Form, type FormProps } from '../ui/forms/form.tsx'
import { useText } from '../messages/use-text.ts'
import { type DescribeDifference, DraftNotice } from './draft-notice.tsx'
import { type FormDraft, typedIn } from './typed-in.ts'

interface DraftFormProps<Name extends string> extends Omit<
  FormProps<Name>,
  'onSubmit' | 'isDraft' | 'typed'
> {
  readonly draft: FormDraft
  /** Words what was changed there. */
  readonly describe: DescribeDifference
  /**
   * It sends it on top of the version that the draft is based on. Resolves with the version that it made where that is
   * known, or with errors of fields.
   */
  readonly onSave: (
    version: number,
    values: FormValues<Name>,
  ) => Promise<number | FormErrors | null | undefined>
}

/** Shows the form of a draft: it says what others changed meanwhile, and is not sent before that is decided. */
export function DraftForm<const Name extends string = never>({
  draft,
  describe,
  onSave,
  children,
  ...form
}: DraftFormProps<Name>) {
  const t = useText()
  async function submit(values: FormValues<Name>): Promise<FormErrors | null> {
    if (draft.conflicts.length > 0) return { form: t('ui.decideFirst') }
    const answer = await draft.save((version) => onSave(version, values))
    return typeof answer === 'object' ? answer : null
  }
  return (
    <Form<Name> {...form} isDraft={false} typed={typedIn(draft)} onSubmit={submit}>
      {(errors) => (
        <>
          <DraftNotice draft={draft} describe={describe} />
          {typeof children === 'function' ? children(errors) : children}
        </>
      )}
    </Form>
  )
}
