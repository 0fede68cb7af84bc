import { USERNAME_LENGTH } from '@pitboard/contract/wire/text-limits'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { ButtonVariant } from '../../ui/buttons/button-variants.ts'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { type NameFault, NameRefused, saveUsername } from './save-profile.ts'

const FAULT_WORDS = {
  taken: 'dashboard.usernameTaken',
  reserved: 'dashboard.usernameReserved',
  length: 'dashboard.usernameMissing',
  characters: 'dashboard.usernameInvalid',
} as const satisfies Record<NameFault, PlainKey>

export function UsernameForm({
  userId,
  username,
  submitLabel,
  submitLook = 'primary',
  takesFocus = false,
  onSaved,
}: {
  readonly userId: string
  readonly username: string
  readonly submitLabel: string
  readonly submitLook?: ButtonVariant
  readonly takesFocus?: boolean
  readonly onSaved: () => void
}) {
  const text = useText()

  async function save(entries: FormData) {
    const name = entryOf(entries, 'nickname').trim().normalize('NFC')
    const length = Array.from(name).length
    if (length < USERNAME_LENGTH.min || length > USERNAME_LENGTH.max) {
      return { nickname: text('dashboard.usernameMissing') }
    }
    try {
      await saveUsername(userId, name)
      onSaved()
      return null
    } catch (error) {
      if (error instanceof NameRefused) return { nickname: text(FAULT_WORDS[error.fault]) }
      return { form: authErrorMessage(error, text) }
    }
  }

  return (
    <Form
      label={text('dashboard.username')}
      submitLabel={submitLabel}
      submitLook={submitLook}
      takesFocus={takesFocus}
      onSubmit={save}
    >
      {(errors) => (
        // Not "username": a password manager takes that for the name one signs in with.
        <TextField
          name="nickname"
          label={text('dashboard.username')}
          autoComplete="nickname"
          maxLength={USERNAME_LENGTH.max * 2}
          defaultValue={username}
          hint={text('dashboard.usernameHint')}
          error={errors.nickname}
        />
      )}
    </Form>
  )
}
