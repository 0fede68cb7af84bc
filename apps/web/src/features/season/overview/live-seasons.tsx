import type { Season } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { joinParts } from '../../../messages/join-parts.ts'
import { useText } from '../../../messages/use-text.ts'
import { ButtonLink, TextLink } from '../../../ui/buttons/link.tsx'
import { findMoments } from './season-moments.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { sessionLabel } from '../session-titles.ts'

/** Lists the races of a league's seasons that are being driven now. */
export function LiveSeasons({ seasons }: { readonly seasons: readonly Season[] }) {
  const live = seasons.filter(({ isLive }) => isLive)
  if (live.length === 0) return null
  return (
    <div role="status" className="flex flex-col gap-2">
      {live.map((season) => (
        <LiveSeason key={season.id} season={season} />
      ))}
    </div>
  )
}

function LiveSeason({ season }: { readonly season: Season }) {
  const t = useText()
  const [now] = useState(() => new Date().toISOString())
  const { live } = findMoments(season, season.standings, now)
  if (!live) return null
  const { event, linked, leader } = live
  const name = eventName(event)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-l border border-primary bg-panel px-4 py-3">
      <span aria-hidden="true" className="live-dot size-3 rounded-full bg-primary" />
      <p className="min-w-0 flex-1 basis-60">
        <b className="timing block text-subhead font-semibold wrap-anywhere">
          {t('season.liveNow', { event: name, session: sessionLabel(event, linked, t) })}
        </b>
        <span className="text-muted wrap-anywhere">
          <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
            {season.name}
          </TextLink>
          {' · '}
          {joinParts([
            t('season.roundOf', {
              round: season.events.indexOf(event) + 1,
              count: season.events.length,
            }),
            leader && t('season.leads', { name: leader.name }),
          ])}
        </span>
      </p>
      <ButtonLink to="/live/$sessionId" params={{ sessionId: linked.session.id }}>
        {t('season.watch', { event: name })}
      </ButtonLink>
    </div>
  )
}
