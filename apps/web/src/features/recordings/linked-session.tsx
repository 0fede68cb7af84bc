import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type {
  EventSession,
  EventSessionUpdate,
  SeasonEvent,
} from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ALL_ROLES, roleName } from '../../timing/session-roles.ts'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import { sessionLabel, sessionTitle } from '../season/session-titles.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

const NameCars = lazyDialog(async () => (await import('../drivers/name-cars.tsx')).NameCars)

interface LinkedSessionProps {
  readonly event: SeasonEvent
  readonly linked: EventSession
}

const FACTORS = [0, 0.5, 1, 1.5, 2]
const DISTANCES = ['byDistance', 'fullDistance'] as const
type Distance = (typeof DISTANCES)[number]

/** Shows a session of an event: what it counts as, how much, and who drove. */
export function LinkedSession({ event, linked }: LinkedSessionProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [naming, setNaming] = useState(false)
  /** These are sent and not answered yet. */
  const [pending, setPending] = useState<readonly EventSessionUpdate[]>([])
  const { session, alsoCountedAs } = linked
  const { role, pointsFactor, pointsByDistance, tier } = pending.reduce(withUpdate, linked)
  const name = sessionTitle(season, event, linked, t)
  const isLive = isLiveSession(linked)
  const params = { seasonId: season.id, eventId: event.id, sessionId: session.id }
  const factors = [...new Set([...FACTORS, pointsFactor])].toSorted((a, b) => a - b)

  const paysByDistance =
    role === 'race' && (season.pointsSystem.shortenedRaces.length > 0 || !pointsByDistance)

  async function change(body: EventSessionUpdate): Promise<void> {
    setPending((now) => [...now, body])
    await edit.runWithToast((ifMatch) => call(seasons.setSession, { params, body, ifMatch }), {
      done: t('organiser.sessionChanged', { name }),
    })
    setPending((now) => now.filter((each) => each !== body))
  }

  const remove = () =>
    edit.runWithToast((ifMatch) => call(seasons.removeSession, { params, ifMatch }), {
      done: t('organiser.sessionRemoved', { name }),
    })

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2 last:border-b-0 last:pb-0">
      <span className="min-w-0 flex-1 basis-52">
        <span className="flex flex-wrap items-center gap-2">
          {isLive ? (
            <TextLink to="/live/$sessionId" params={{ sessionId: session.id }}>
              {sessionLabel(event, linked, t)}
            </TextLink>
          ) : (
            <TextLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
              {sessionLabel(event, linked, t)}
            </TextLink>
          )}
          {isLive && (
            <Badge tone="live" solid>
              {t('season.live')}
            </Badge>
          )}
          {session.origin === 'hand' && <Badge>{t('session.byHand')}</Badge>}
        </span>
        <span className="block text-small text-muted">
          {formatDateTime(session.sessionStartTime, t.locale)} · {session.userName}
        </span>
        {alsoCountedAs && (
          <span className="block text-small text-secondary">{t('organiser.alsoCounted')}</span>
        )}
      </span>
      <span className="w-44">
        <Select<SessionRole>
          label={t('organiser.roleOf', { name })}
          options={ALL_ROLES.map((value) => ({ value, label: roleName(value, t) }))}
          value={role}
          onChange={(next) => void change({ role: next })}
        />
      </span>
      <span className="w-24">
        <Select
          label={t('organiser.factorOf', { name })}
          options={factors.map((factor) => ({
            value: String(factor),
            label: t('season.timesFactor', { factor: formatPoints(factor, t.locale) }),
          }))}
          value={String(pointsFactor)}
          onChange={(next) => void change({ pointsFactor: Number(next) })}
        />
      </span>
      {season.tiers.length > 0 && (
        <span className="w-40">
          <Select
            label={t('organiser.tierOf', { name })}
            options={[
              { value: '', label: t('organiser.tierByRoster') },
              ...season.tiers.map((value) => ({ value, label: value })),
            ]}
            value={season.tiers.includes(tier) ? tier : ''}
            onChange={(next) => void change({ tier: next })}
          />
        </span>
      )}
      {paysByDistance && (
        <span className="w-60">
          <Select<Distance>
            label={t('organiser.distanceOf', { name })}
            options={DISTANCES.map((value) => ({ value, label: t(`organiser.${value}`) }))}
            value={pointsByDistance ? 'byDistance' : 'fullDistance'}
            onChange={(next) => void change({ pointsByDistance: next === 'byDistance' })}
          />
        </span>
      )}
      {session.origin === 'hand' && session.userId === season.ownerId && (
        <ButtonLink
          look="plain"
          size="small"
          to="/dashboard/sessions/typed"
          search={{ season: season.id, session: session.id }}
          aria-label={`${t('organiser.correct')}: ${name}`}
        >
          {t('organiser.correct')}
        </ButtonLink>
      )}
      <Button
        look="plain"
        size="small"
        aria-label={`${t('organiser.nameDrivers')}: ${name}`}
        onClick={() => setNaming(true)}
      >
        {t('organiser.nameDrivers')}
      </Button>
      <Button
        size="small"
        look="danger"
        aria-label={`${t('organiser.takeOut')}: ${name}`}
        onClick={() => void remove()}
      >
        {t('organiser.takeOut')}
      </Button>
      {naming && <NameCars event={event} linked={linked} onClose={() => setNaming(false)} />}
    </li>
  )
}

function withUpdate(linked: EventSession, update: EventSessionUpdate): EventSession {
  const { role, pointsFactor, pointsByDistance, tier } = linked
  return {
    ...linked,
    role: update.role ?? role,
    pointsFactor: update.pointsFactor ?? pointsFactor,
    pointsByDistance: update.pointsByDistance ?? pointsByDistance,
    tier: update.tier ?? tier,
  }
}
