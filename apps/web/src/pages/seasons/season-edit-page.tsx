import { ApiException } from '@pitboard/contract/client'
import type { Season } from '@pitboard/contract/season'
import { seasonManagement } from '@pitboard/contract/season-management'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useSession } from '../../auth/session.ts'
import { call } from '../../api/call.ts'
import { ConflictNotice } from '../../changes/conflict-notice.tsx'
import { useEdit } from '../../changes/use-edit.ts'
import { namesOfIds } from '../../features/season/history-names.ts'
import { SeasonEditor } from './season-editor.tsx'
import { seasonDetail, SEASONS_KEY } from '../../features/season/season-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/link.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { NotFound } from '../../ui/shell/not-found.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { PageTitle } from '../../ui/shell/page-title.tsx'
import { useSeason } from './use-season.ts'

export function SeasonEditPage() {
  const session = useSession()
  const { seasonId } = useParams({ from: '/dashboard/seasons/$seasonId/edit' })
  const { data: season, error, refetch } = useSeason(seasonId)
  if (!session) return null
  if (season) {
    // Others' seasons are looked at, not edited.
    return season.ownerId === session.userId ? <Editor season={season} /> : <NotFound />
  }
  if (error instanceof ApiException && (error.status === 404 || error.status === 400)) {
    return <NotFound />
  }
  if (error) return <PageError error={error} retry={() => void refetch()} />
  return <PageSkeleton />
}

function Editor({ season }: { readonly season: Season }) {
  const text = useText()
  const navigate = useNavigate()
  const { part } = useSearch({ from: '/dashboard/seasons/$seasonId/edit' })
  const edit = useEdit({
    thing: season,
    queryKey: seasonDetail(season.id).queryKey,
    relatedKey: SEASONS_KEY,
    undo: (version) => call(seasonManagement.undo, { params: { id: season.id, version } }),
  })
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={season.name} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-4xl wrap-anywhere">{season.name}</h1>
        <ButtonLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
          {text('organiser.lookAtIt')}
        </ButtonLink>
      </div>
      {edit.conflict && (
        <ConflictNotice
          changes={edit.conflict}
          nameOf={(id) => namesOfIds(season, text).get(id) ?? null}
          onDismiss={edit.dismissConflict}
        />
      )}
      <SeasonEditor
        season={season}
        edit={edit}
        part={part}
        onPart={(next) =>
          void navigate({
            to: '/dashboard/seasons/$seasonId/edit',
            params: { seasonId: season.id },
            search: { part: next },
            replace: true,
            resetScroll: false,
          })
        }
        onDeleted={() => void navigate({ to: '/dashboard/seasons' })}
      />
    </div>
  )
}
