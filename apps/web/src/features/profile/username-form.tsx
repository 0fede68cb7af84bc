import { USERNAME_LENGTH } from '@pitboard/contract/wire/text-limits'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { ButtonVariant } from '../../ui/buttons/button-variants.ts'
import { Form } from '../../ui/forms/form.tsx'
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

  return (
    <Form
      label={text('dashboard.username')}
      submitLabel={submitLabel}
      submitLook={submitLook}
      takesFocus={takesFocus}
      fields={[
        {
          // Password managers would fill in their account for "username".
          kind: 'text',
          name: 'nickname',
          autoComplete: 'nickname',
          label: text('dashboard.username'),
          hint: text('dashboard.usernameHint'),
          // Names are limited in characters, inputs in UTF-16 units.
          maxLength: USERNAME_LENGTH.max * 2,
          defaultValue: username,
          check: (name) => !hasAllowedLength(name) && text('dashboard.usernameMissing'),
        },
      ]}
      onSubmit={async ({ nickname }) => {
        await saveUsername(userId, nickname.normalize('NFC'))
        onSaved()
      }}
      errorsOf={(error) =>
        error instanceof NameRefused
          ? { nickname: text(FAULT_WORDS[error.fault]) }
          : { form: authErrorMessage(error, text) }
      }
    />
  )
}

function hasAllowedLength(name: string): boolean {
  const length = Array.from(name.normalize('NFC')).length
  return length >= USERNAME_LENGTH.min && length <= USERNAME_LENGTH.max
}
