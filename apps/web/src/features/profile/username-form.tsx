import { USERNAME_LENGTH } from '@pitboard/contract/wire/text-limits'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import type { DescribeDifference } from '../../changes/draft-notice.tsx'
import { useDraft } from '../../changes/use-draft.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { ButtonVariant } from '../../ui/buttons/button-variants.ts'
import { NameChanged, type NameFault, NameRefused, saveUsername } from './save-profile.ts'

const FAULT_WORDS = {
  taken: 'dashboard.usernameTaken',
  reserved: 'dashboard.usernameReserved',
  length: 'dashboard.usernameMissing',
  characters: 'dashboard.usernameInvalid',
} as const satisfies Record<NameFault, PlainKey>

const describeName: DescribeDifference = ({ before, after }, t) => [
  `${t('dashboard.username')}: ${String(before)} → ${String(after)}`,
]

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
  const t = useText()
  const draft = useDraft({ value: { nickname: username }, version: 0 }, undefined, {
    keptAs: 'username',
  })

  return (
    <DraftForm
      draft={draft}
      describe={describeName}
      label={t('dashboard.username')}
      submitLabel={submitLabel}
      submitLook={submitLook}
      takesFocus={takesFocus}
      fields={[
        {
          // Password managers would fill in their account for "username".
          kind: 'text',
          name: 'nickname',
          autoComplete: 'nickname',
          label: t('dashboard.username'),
          hint: t('dashboard.usernameHint'),
          // Names are limited in characters, inputs in UTF-16 units.
          maxLength: USERNAME_LENGTH.max * 2,
          check: (name) => !hasAllowedLength(name) && t('dashboard.usernameMissing'),
        },
      ]}
      onSave={async (_, { nickname }) => {
        await saveUsername(userId, nickname.normalize('NFC'), username)
        onSaved()
        return undefined
      }}
      errorsOf={(error) => {
        if (error instanceof NameRefused) return { nickname: t(FAULT_WORDS[error.fault]) }
        const isChanged = error instanceof NameChanged
        return { form: isChanged ? t('ui.changedMeanwhile') : authErrorMessage(error, t) }
      }}
    />
  )
}

function hasAllowedLength(name: string): boolean {
  const length = Array.from(name.normalize('NFC')).length
  return length >= USERNAME_LENGTH.min && length <= USERNAME_LENGTH.max
}
