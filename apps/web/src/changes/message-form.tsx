import type { FormErrors } from '../ui/forms/form-errors.ts'
import type { FormValues } from '../ui/forms/form-fields.tsx'
import { Form, type FormProps } from '../ui/forms/form.tsx'
import { type FormDraft, typedIn } from './typed-in.ts'

interface MessageFormProps<Name extends string> extends Omit<
  FormProps<Name>,
  'onSubmit' | 'isDraft' | 'typed'
> {
  readonly draft: FormDraft
  /** It resolves with errors of fields where it is not sent. */
  readonly onSend: (values: FormValues<Name>) => Promise<FormErrors | null | void>
}

/** Shows the form of something new; once it is sent it is blank again. */
export function MessageForm<const Name extends string = never>({
  draft,
  onSend,
  ...form
}: MessageFormProps<Name>) {
  return (
    <Form<Name>
      {...form}
      isDraft={false}
      typed={typedIn(draft)}
      onSubmit={(values) => draft.save(() => onSend(values))}
    />
  )
}
