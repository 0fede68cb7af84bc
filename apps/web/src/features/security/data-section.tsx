import { account } from '@pitboard/contract/accounts/accounts'
import { useMutation } from '@tanstack/react-query'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { call } from '../../api/call.ts'
import { saveFile } from '../../api/file.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'

/** Offers a file with all data that the server stores about the user. */
export function DataSection() {
  const t = useText()
  const download = useMutation({
    async mutationFn() {
      const data = await call(account.export)
      const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(`pitboard-${data.profile.username ?? data.profile.id}.json`, content)
    },
  })
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-prose text-muted">{t('dashboard.dataWhy')}</p>
      <Button loading={download.isPending} onClick={() => download.mutate()}>
        {t('dashboard.downloadData')}
      </Button>
      <ProblemText>{download.error && authErrorMessage(download.error, t)}</ProblemText>
    </div>
  )
}
