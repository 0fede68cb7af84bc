import { leagues, type League } from '@pitboard/contract/leagues/league'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { LEAGUES_KEY } from '../leagues/league-queries.ts'

export function DeleteLeague({
  league,
  edit,
  onDeleted,
}: {
  readonly league: League
  readonly edit: Edit
  readonly onDeleted: () => void
}) {
  const text = useText()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const { id: leagueId, name } = league

  function remove() {
    return edit.run(
      async (ifMatch) => {
        await call(leagues.delete, { params: { leagueId }, ifMatch })
        onDeleted()
        queries.removeQueries({ queryKey: [...LEAGUES_KEY, 'one', leagueId] })
      },
      {
        done: text('organiser.wasDeleted', { name }),
        undo: () => call(leagues.restore, { params: { leagueId } }),
      },
    )
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-muted">{text('organiser.deleteLeagueWhy')}</p>
      <Button look="danger" onClick={() => setAsked(true)}>
        {text('organiser.deleteLeague')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={text('organiser.deleteAsk', { name })}
          description={text('organiser.deleteLeagueWhy')}
          cancelLabel={text('organiser.cancel')}
          confirmLabel={text('organiser.deleteLeague')}
          onClose={() => setAsked(false)}
          onConfirm={remove}
        />
      )}
    </div>
  )
}
