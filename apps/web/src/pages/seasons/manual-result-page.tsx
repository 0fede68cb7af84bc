import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { call } from '../../api/call.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { seasonDetail, SEASONS_KEY } from '../../features/season/season-queries.ts'
import { allOwnSeasons } from '../../features/season/own-season-queries.ts'
import { EventChoice } from '../../features/manual-result/event-choice.tsx'
import type { Corrected } from '../../features/manual-result/edited-result.ts'
import { type Stored, TypedForm } from '../../features/manual-result/manual-result-form.tsx'
import { useText } from '../../messages/use-text.ts'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { PartProblem, QueryContent } from '../../ui/shell/query-content.tsx'
import { showToast } from '../../ui/toast/toast.ts'

const FROM = '/dashboard/sessions/typed'

/** Enters a result that no recorder saw: a new one, of an event where one is named, or a correction. */
export function ManualResultPage() {
  const account = useAccount()
  const { session } = useSearch({ from: FROM })
  const query = useQuery({
    queryKey: ['sessions', session, 'typed'],
    queryFn: ({ signal }) => readCorrected(session, signal),
    enabled: session !== '',
    // What is being typed must not be replaced by what is fetched meanwhile.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!account) return null
  if (session === '') return <Typed corrected={null} />
  return (
    <QueryContent query={query} placeholder={<PageSkeleton />}>
      {(data) => {
        const { userId, origin, id } = data.session
        if (userId !== account.userId || origin !== 'hand') return <NotFound />
        return <Typed key={id} corrected={data} renew={() => query.refetch()} />
      }}
    </QueryContent>
  )
}

let reads = 0

/** The tag of the answer says what a correction was made from. */
async function readCorrected(id: string, signal: AbortSignal): Promise<Corrected> {
  let tag = ''
  const session = await call(sessions.get, {
    params: { id },
    signal,
    onHeaders: (headers) => (tag = headers.get('etag') ?? '*'),
  })
  reads += 1
  return { session, tag, version: reads }
}

interface TypedProps {
  readonly corrected: Corrected | null
  readonly renew?: () => Promise<unknown>
}

function Typed({ corrected, renew }: TypedProps) {
  const t = useText()
  const navigate = useNavigate({ from: FROM })
  const queries = useQueryClient()
  const search = useSearch({ from: FROM })
  const own = useQuery(allOwnSeasons)
  const chosen = useQuery({
    ...seasonDetail(search.season),
    enabled: search.season !== '',
    refetchInterval: false,
  })
  const season = chosen.data ?? null
  const event = season?.events.find(({ id }) => id === search.event) ?? null
  const title = t(corrected ? 'organiser.correctResult' : 'organiser.typeResult')

  async function undoLink(version: number) {
    try {
      await call(seasonManagement.undo, { params: { seasonId: search.season, version } })
      void showToast({ title: t('organiser.undone'), tone: 'good' })
    } catch (error) {
      void showToast({ title: refusalText(error, t), tone: 'bad' })
    }
    await queries.invalidateQueries({ queryKey: SEASONS_KEY })
  }

  async function confirm({ sessionId, linked }: Stored) {
    await Promise.all([
      queries.invalidateQueries({ queryKey: SEASONS_KEY }),
      queries.invalidateQueries({ queryKey: ['sessions'] }),
    ])
    const action = linked !== null && {
      label: t('organiser.undo'),
      onSelect: () => void undoLink(linked),
    }
    void showToast({
      title: t(action ? 'organiser.resultLinked' : 'organiser.resultStored'),
      tone: 'good',
      ...(action && { action }),
    })
    await (season && (event || corrected)
      ? navigate({ to: '/dashboard/seasons/$seasonId/edit', params: { seasonId: season.id } })
      : navigate({ to: '/sessions/$sessionId', params: { sessionId } }))
  }

  // A season that is named brings its drivers and the event's date: what comes later would be late.
  if (search.season !== '' && !season && !chosen.error) return <PageSkeleton />
  return (
    <div className="flex flex-col gap-5">
      <PageTitle page={title} />
      <h1>{title}</h1>
      {corrected === null && <PartProblem query={own} />}
      {search.season !== '' && <PartProblem query={chosen} />}
      <TypedForm
        season={season}
        event={event}
        corrected={corrected}
        {...(renew && { renew })}
        {...(corrected === null && {
          renderChoice: (error: string | null) => (
            <EventChoice
              seasons={own.data?.seasons ?? []}
              seasonId={search.season}
              eventId={search.event}
              error={error}
              onChoice={(choice) =>
                void navigate({ search: { ...search, ...choice }, replace: true })
              }
            />
          ),
        })}
        onStored={(stored) => void confirm(stored)}
      />
    </div>
  )
}
