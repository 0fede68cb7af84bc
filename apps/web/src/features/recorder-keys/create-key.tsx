import { recorderKeys, type RecorderKey } from '@pitboard/contract/accounts'
import { ApiException } from '@pitboard/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { errorWords } from '../../auth/service/error-messages.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { recorderKeyList } from './key-queries.ts'

const NAME_MAX = 60

export function CreateKey({ onMade }: { readonly onMade: (key: RecorderKey) => void }) {
  const text = useText()
  const queries = useQueryClient()

  async function create(entries: FormData) {
    const name = entryOf(entries, 'keyName').trim()
    if (name === '') return { keyName: text('dashboard.keyNameMissing') }
    try {
      const made = await call(recorderKeys.create, { body: { name } })
      onMade(made)
      await queries.invalidateQueries(recorderKeyList)
      return null
    } catch (error) {
      const isFull = error instanceof ApiException && error.status === 409
      return { form: isFull ? text('dashboard.tooManyKeys') : errorWords(error, text) }
    }
  }

  return (
    <Form
      label={text('dashboard.createKey')}
      submitLabel={text('dashboard.createKey')}
      submitLook="secondary"
      onSubmit={create}
    >
      {(errors) => (
        <TextField
          name="keyName"
          label={text('dashboard.keyName')}
          autoComplete="off"
          maxLength={NAME_MAX}
          hint={text('dashboard.keyNameHint')}
          error={errors.keyName}
        />
      )}
    </Form>
  )
}
