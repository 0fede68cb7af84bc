import { recorderKeys, type RecorderKey } from '@pitboard/contract/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '../../auth/service/error-messages.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { CreateKey } from './create-key.tsx'
import { KeyList } from './key-list.tsx'
import { recorderKeyList } from './key-queries.ts'
import { NewKey } from './new-key.tsx'

export function RecorderKeysSection({ userId }: { readonly userId: string }) {
  const text = useText()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(recorderKeyList)
  const [made, setMade] = useState<RecorderKey | null>(null)
  const [madeCount, setMadeCount] = useState(0)
  const [revoked, setRevoked] = useState<RecorderKey | null>(null)

  function show(key: RecorderKey) {
    setMade(key)
    setMadeCount((count) => count + 1)
  }

  async function revoke({ id }: RecorderKey): Promise<string | null> {
    try {
      await call(recorderKeys.revoke, { params: { id } })
    } catch (failure) {
      return errorWords(failure, text)
    }
    if (made?.id === id) setMade(null)
    await queries.invalidateQueries(recorderKeyList)
    void showToast({ title: text('dashboard.keyRevoked'), tone: 'good' })
    return null
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-muted">{text('dashboard.keysWhy')}</p>
      {made && <NewKey key={made.id} made={made} userId={userId} onDone={() => setMade(null)} />}
      {data && <KeyList keys={data} onRevoke={setRevoked} />}
      {!data && !error && <Skeleton className="h-16" />}
      {error && (
        <ErrorState
          title={text('dashboard.failed')}
          error={new Error(errorWords(error, text))}
          retry={() => void refetch()}
        />
      )}
      <CreateKey key={madeCount} onMade={show} />
      {revoked && (
        <ConfirmDialog
          title={text('dashboard.revokeKey', { name: revoked.name })}
          description={text('dashboard.revokeWhy')}
          cancelLabel={text('dashboard.cancel')}
          confirmLabel={text('dashboard.revoke')}
          onClose={() => setRevoked(null)}
          onConfirm={() => revoke(revoked)}
        />
      )}
    </div>
  )
}
