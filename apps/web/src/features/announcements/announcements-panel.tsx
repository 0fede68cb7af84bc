import type { Webhook } from '@pitboard/contract/leagues/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { leagueReceivers } from './announcement-queries.ts'
import { ReceiverCard } from './receiver-card.tsx'
import { ReceiverDialog } from './receiver-dialog.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'

interface ShownSecret {
  readonly name: string
  readonly secret: string
}

/** Shows the receivers of a league, each with its log. */
export function AnnouncementsPanel({ leagueId }: { readonly leagueId: string }) {
  const t = useText()
  const queries = useQueryClient()
  const query = useQuery(leagueReceivers(leagueId))
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [shown, setShown] = useState<ShownSecret | null>(null)

  function showSecret({ name, secret }: Webhook) {
    if (secret !== null) setShown({ name, secret })
  }

  async function showSaved(saved: Webhook) {
    showSecret(saved)
    await queries.invalidateQueries({ queryKey: leagueReceivers(leagueId).queryKey })
    const title = t(edited === 'new' ? 'announcements.added' : 'announcements.saved')
    setEdited(null)
    void showToast({ title, tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{t('announcements.why')}</p>
      {shown && <NewSecret {...shown} onDone={() => setShown(null)} />}
      <QueryContent
        query={query}
        placeholder={<Skeleton className="h-24" />}
        renderError={(error, retry) => (
          <ErrorState title={t('announcements.failed')} error={error} retry={retry} />
        )}
      >
        {(data) => (
          <>
            {data.length === 0 ? (
              <p>{t('announcements.none')}</p>
            ) : (
              <ul aria-label={t('announcements.receivers')} className="flex flex-col gap-3">
                {data.map((receiver) => (
                  <li key={receiver.id}>
                    <ReceiverCard
                      leagueId={leagueId}
                      receiver={receiver}
                      onEdit={() => setEdited(receiver)}
                      onNewSecret={showSecret}
                    />
                  </li>
                ))}
              </ul>
            )}
            <div>
              <Button onClick={() => setEdited('new')}>{t('announcements.add')}</Button>
            </div>
          </>
        )}
      </QueryContent>
      {edited && (
        <ReceiverDialog
          leagueId={leagueId}
          receiver={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={showSaved}
        />
      )}
    </div>
  )
}

/** Shows a key, which is the one time that it is shown. */
function NewSecret({ name, secret, onDone }: ShownSecret & { readonly onDone: () => void }) {
  const t = useText()
  return (
    <Card raised>
      <div className="flex flex-col gap-4">
        <div>
          <h3>{name}</h3>
          <p>{t('announcements.secretOnce')}</p>
        </div>
        <CopyField label={t('announcements.secret')} value={secret} />
        <div>
          <Button onClick={onDone}>{t('announcements.secretDone')}</Button>
        </div>
      </div>
    </Card>
  )
}
