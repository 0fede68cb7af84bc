import {
  type PersonalAccessToken,
  personalAccessTokens,
} from '@pitboard/contract/accounts/personal-access-tokens'
import { ApiException } from '@pitboard/contract/wire/client'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { TOKEN_SCOPES, type TokenScope } from '@pitboard/contract/wire/token-scopes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { FieldGroup } from '../../ui/forms/field-group.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { tokenList } from './token-list.tsx'

const SCOPE_TEXTS: Readonly<Record<TokenScope, PlainKey>> = {
  'data:read': 'dashboard.tokenRead',
  'sessions:write': 'dashboard.tokenSessions',
  'leagues:write': 'dashboard.tokenLeagues',
}
const LIFETIMES = ['7', '30', '90', '365'] as const

interface CreateTokenProps {
  readonly onCreated: (token: PersonalAccessToken) => void
}

export function CreateToken({ onCreated }: CreateTokenProps) {
  const t = useText()
  const queries = useQueryClient()
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['data:read'])
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]>('90')

  async function create({ tokenName: name }: FormValues<'tokenName' | 'scopes'>) {
    const body = { name, scopes: [...scopes], lifetimeDays: Number(lifetime) }
    onCreated(await call(personalAccessTokens.create, { body }))
    await queries.invalidateQueries(tokenList)
  }

  return (
    <Form
      label={t('dashboard.tokenCreate')}
      submitLabel={t('dashboard.tokenCreate')}
      submitLook="secondary"
      fields={[
        {
          kind: 'text',
          name: 'tokenName',
          label: t('dashboard.tokenName'),
          hint: t('dashboard.tokenNameHint'),
          maxLength: TEXT_MAX.tokenName,
          missing: t('dashboard.tokenNameMissing'),
        },
        {
          kind: 'custom',
          name: 'scopes',
          missing: t('dashboard.tokenScopesMissing'),
          render: (error) => <ScopeChoice scopes={scopes} onChange={setScopes} error={error} />,
        },
        {
          kind: 'custom',
          name: 'lifetime',
          render: () => (
            <Field label={t('dashboard.tokenExpiry')}>
              <Select
                value={lifetime}
                onChange={setLifetime}
                options={LIFETIMES.map((value) => ({ value, label: lifetimeText(value, t) }))}
              />
            </Field>
          ),
        },
      ]}
      onSubmit={create}
      errorsOf={(error) => ({ form: refusalText(error, t) })}
    />
  )
}

function ScopeChoice({
  scopes,
  onChange,
  error,
}: {
  readonly scopes: readonly TokenScope[]
  readonly onChange: (scopes: readonly TokenScope[]) => void
  readonly error: string | null
}) {
  const t = useText()
  return (
    <FieldGroup label={t('dashboard.tokenScopes')} error={error}>
      <input type="hidden" name="scopes" value={scopes.join(' ')} />
      {TOKEN_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          label={t(SCOPE_TEXTS[scope])}
          checked={scopes.includes(scope)}
          onChange={(isChosen) =>
            onChange(
              TOKEN_SCOPES.filter((each) => (each === scope ? isChosen : scopes.includes(each))),
            )
          }
        />
      ))}
    </FieldGroup>
  )
}

function lifetimeText(days: string, t: Text): string {
  return days === '365'
    ? t('dashboard.tokenYear')
    : t('dashboard.tokenDays', { count: Number(days) })
}

function refusalText(error: unknown, t: Text): string {
  const status = error instanceof ApiException ? error.status : 0
  if (status === 409) return t('dashboard.tokenTooMany')
  return status === 429 ? t('dashboard.tokenTooOften') : authErrorMessage(error, t)
}
