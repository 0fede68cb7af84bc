import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../../auth/service/recovery-codes.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

const GROUP = 4

const codeCount = queryOptions({
  queryKey: [...ACCOUNT.queryKey, 'recoveryCodes'],
  queryFn: countRecoveryCodes,
})

/** A user who has lost the other factors signs in with these: each code replaces them once. */
export function RecoveryCodes({ hasCodes }: { readonly hasCodes: boolean }) {
  const t = useText()
  const queries = useQueryClient()
  const { data: count } = useQuery({ ...codeCount, enabled: hasCodes })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renewal = useMutation({
    async mutationFn() {
      setCodes(await makeRecoveryCodes(hasCodes))
      await queries.invalidateQueries(ACCOUNT)
    },
  })

  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <h3>{t('dashboard.recoveryCodes')}</h3>
      <p className="max-w-prose text-muted">{t('dashboard.recoveryCodesWhy')}</p>
      {hasCodes && count && <p>{t('dashboard.recoveryCodesLeft', { count: count.remaining })}</p>}
      <Button loading={renewal.isPending} onClick={() => renewal.mutate()}>
        {t(hasCodes ? 'dashboard.renewRecoveryCodes' : 'dashboard.makeRecoveryCodes')}
      </Button>
      <ProblemText>{renewal.error && authErrorMessage(renewal.error, t)}</ProblemText>
      {codes && (
        <Dialog
          open
          // A click beside the dialog does not close it, because the codes are shown only once.
          onClose={() => {}}
          title={t('dashboard.recoveryCodes')}
          description={t('dashboard.recoveryCodesOnce')}
          actions={
            <>
              <CopyButton
                label={t('dashboard.recoveryCodes')}
                value={codes.map(grouped).join('\n')}
              />
              <Button look="primary" onClick={() => setCodes(null)}>
                {t('dashboard.recoveryCodesSaved')}
              </Button>
            </>
          }
        >
          <ul className="grid grid-cols-1 gap-x-6 font-code sm:grid-cols-2">
            {codes.map((code) => (
              <li key={code}>{grouped(code)}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  )
}

/** Groups are easier to copy by hand; the service takes them with and without. */
function grouped(code: string): string {
  return code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code
}
