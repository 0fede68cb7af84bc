import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Season } from '@pitboard/contract/seasons/season'
import type { LinkPreview } from '@pitboard/contract/seasons/standings'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { roleName } from '../../timing/session-roles.ts'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { StandingsChanges } from '../drivers/standings-changes.tsx'
import { useEditedSeason } from '../season/edited-season.ts'
import { SEASONS_KEY } from '../season/season-queries.ts'

interface LinkEffectProps {
  readonly eventId: string
  readonly sessionIds: readonly string[]
}

function linkPreview({ id, version }: Season, { eventId, sessionIds }: LinkEffectProps) {
  return queryOptions({
    queryKey: [...SEASONS_KEY, 'linkPreview', id, version, eventId, sessionIds],
    queryFn: ({ signal }) =>
      call(seasons.previewSessions, {
        params: { seasonId: id, eventId },
        body: { sessionIds: [...sessionIds] },
        signal,
      }),
    enabled: sessionIds.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Shows what the chosen sessions would do to the standings, and whether their drivers are those of the season. */
export function LinkEffect(props: LinkEffectProps) {
  const { season } = useEditedSeason()
  const t = useText()
  const query = useQuery(linkPreview(season, props))
  if (props.sessionIds.length === 0) return null
  return (
    <QueryContent
      query={query}
      placeholder={null}
      renderError={(error) => (
        <p role="alert" className="text-secondary">
          {refusalText(error, t)}
        </p>
      )}
    >
      {(data) => <Effect preview={data} season={season} />}
    </QueryContent>
  )
}

function Effect({ preview, season }: { readonly preview: LinkPreview; readonly season: Season }) {
  const t = useText()
  // Before the first result every driver is new.
  const hasDrivers = season.standings.drivers.length > 0
  const driven = preview.sessions.filter(({ cars }) => cars > 0)
  return (
    <div className="flex flex-col gap-1" role="status">
      <ul className="text-small">
        {driven.map(({ sessionId, role, bannedDrivers }) =>
          bannedDrivers.length === 0 ? null : (
            <li key={`${sessionId} banned`} className="text-secondary">
              {roleName(role, t)}: {t('organiser.bannedDrove', { names: bannedDrivers.join(', ') })}
            </li>
          ),
        )}
        {driven.map(({ sessionId, role, cars, knownCars }) => {
          const isStrange = hasDrivers && knownCars * 2 < cars
          return (
            <li key={sessionId} className={isStrange ? 'text-secondary' : 'text-muted'}>
              {roleName(role, t)}: {t('organiser.knownCars', { known: knownCars, cars })}{' '}
              {isStrange && t('organiser.strangeGrid')}
            </li>
          )
        })}
      </ul>
      {driven.length > 0 && (
        <Disclosure opened title={t('organiser.linkEffect', { count: preview.drivers.length })}>
          <div className="max-h-[min(14rem,25dvh)] overflow-y-auto">
            <StandingsChanges drivers={preview.drivers} />
          </div>
        </Disclosure>
      )}
    </div>
  )
}
