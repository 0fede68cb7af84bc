import { errorWords } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { EmailField } from './email-field.tsx'
import { readEmail } from './email-entry.ts'
import { sendResetMail } from './send-reset-mail.ts'

/** `onMail`: a mail has been asked for; the answer is the same whether the address has an account. */
export function ResetForm({ onMail }: { readonly onMail: (email: string) => void }) {
  const text = useText()

  async function ask(entries: FormData) {
    const read = readEmail(entries, text)
    if ('errors' in read) return read.errors
    try {
      await sendResetMail(read.email)
      onMail(read.email)
      return null
    } catch (error) {
      return { form: errorWords(error, text) }
    }
  }

  return (
    <Form
      isDraft={false}
      label={text('account.resetPassword')}
      submitLabel={text('account.sendMail')}
      onSubmit={ask}
    >
      {(errors) => (
        <>
          <p className="text-muted">{text('account.resetHow')}</p>
          <EmailField errors={errors} />
        </>
      )}
    </Form>
  )
}
