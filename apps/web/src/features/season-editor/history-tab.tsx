import { UNDOABLE_SEASON_ACTIONS } from '@pitboard/contract/wire/undoable-actions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canUndo, ChangeList } from '../../changes/change-list.tsx'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { namesOfIds } from './history-names.ts'
import { CHANGES_PER_PAGE, seasonHistory } from '../season/own-season-queries.ts'
import { useEditedSeason } from '../season/edited-season.ts'

interface HistoryTabProps {
  readonly mayUndo: boolean
}

/** Lists everything that was changed, the newest first, with the way back from each change. */
export function HistoryTab({ mayUndo }: HistoryTabProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [page, setPage] = useState(1)
  const query = useQuery(seasonHistory(season.id, page))
  // The page is fetched ahead: whether there is an older page is known by it alone, and turning waits for nothing.
  const older = useQuery({
    ...seasonHistory(season.id, page + 1),
    enabled: query.data?.length === CHANGES_PER_PAGE,
  })
  const hasOlder = !older.isPlaceholderData && older.data !== undefined && older.data.length > 0
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
      {(data) => {
        const names = namesOfIds(season, t)

        return (
          <div className="flex max-w-4xl flex-col gap-4">
            <p className="max-w-prose text-muted">{t('organiser.historyWhy')}</p>
            <ChangeList
              changes={data}
              nameOf={(id) => names.get(id) ?? null}
              {...(mayUndo && {
                canUndo: canUndo(data, UNDOABLE_SEASON_ACTIONS),
                undo: ({ version }) => void edit.undo(version),
              })}
            />
            <div className="flex flex-wrap gap-2">
              {page > 1 && (
                <Button onClick={() => setPage(page - 1)}>{t('organiser.newerChanges')}</Button>
              )}
              {hasOlder && (
                <Button onClick={() => setPage(page + 1)}>{t('organiser.olderChanges')}</Button>
              )}
            </div>
          </div>
        )
      }}
    </QueryContent>
  )
}
