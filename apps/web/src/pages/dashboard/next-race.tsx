import type { DrivenSeason } from '@pitboard/contract/seasons/driver-home'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attendanceOf } from '../../features/attendance/attendance-queries.ts'
import { countAnswers } from '../../features/attendance/attendance-rows.ts'
import { OwnAnswer } from '../../features/attendance/own-answer.tsx'
import { OwnBan } from '../../features/attendance/own-ban.tsx'
import { RecorderHint } from '../../features/first-run/recorder-hint.tsx'
import { ownRecorderStatus } from '../../features/first-run/recorder-status-query.ts'
import { Countdown } from '../../features/season/overview/countdown.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { TrackIcon } from '../../timing/track-icon.tsx'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import { recorderState } from './home-step.ts'

interface NextRaceProps {
  readonly season: Season
  readonly event: SeasonEvent
  readonly startsAt: string
  readonly userId: string
  /** They are the next events of the reader's other seasons. */
  readonly others: readonly DrivenSeason[]
}

/** Shows the reader's next race: when, whether they take part, and whether their recorder is ready. */
export function NextRace({ season, event, startsAt, userId, others }: NextRaceProps) {
  const t = useText()
  const round = season.events.indexOf(event) + 1
  return (
    <Section
      title={t('home.nextRace')}
      actions={
        <ButtonLink
          look="plain"
          size="small"
          to="/seasons/$seasonId"
          params={{ seasonId: season.id }}
        >
          {t('home.toSeason')}
        </ButtonLink>
      }
    >
      <Card>
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
            <div className="min-w-0 flex-1 basis-64">
              <p className="text-small text-muted wrap-anywhere">
                {season.name} · {t('home.round', { round, count: season.events.length })}
              </p>
              <h3 className="timing mt-1 text-figure leading-tight font-semibold wrap-anywhere">
                {eventName(event)}
              </h3>
              <p className="timing text-section font-semibold">
                <Countdown key={startsAt} until={startsAt} />
              </p>
              <p className="text-muted">{formatDateTime(startsAt, t.locale)}</p>
            </div>
            <Answer season={season} event={event} userId={userId} />
            <div className="max-sm:hidden">
              <TrackIcon trackId={event.track} large />
            </div>
          </div>
          <Recorder startsAt={startsAt} />
          <Others seasons={others} />
        </div>
      </Card>
    </Section>
  )
}

type AnswerProps = Pick<NextRaceProps, 'season' | 'event' | 'userId'>

/** Nothing where drivers are not asked, or the roster does not have the reader for the event. */
function Answer({ season, event, userId }: AnswerProps) {
  const t = useText()
  const { data } = useQuery(attendanceOf(season.id, season.version))
  const asked = data?.events.find(({ eventId }) => eventId === event.id)
  const own = asked?.drivers.find((driver) => driver.userId === userId)
  if (!asked || !own) return null
  const date = formatDateTime(asked.deadlineAt, t.locale)
  return (
    <div className="flex w-full max-w-96 flex-col gap-2">
      {own.ban !== undefined && <OwnBan kind={own.ban} />}
      {own.mayAnswer && (
        <OwnAnswer season={season} event={asked} own={own} name={eventName(event)} />
      )}
      <p className="text-small text-muted">
        {t(asked.isOpen ? 'home.answerUntil' : 'home.answersClosed', { date })} ·{' '}
        {t('home.whoIsIn', countAnswers(asked.drivers))}
      </p>
    </div>
  )
}

const SOON_MS = 2 * 3_600_000
const EVERY_MS = 10_000

/** Says what the recorder does now. One that is off is no fault: the race is to come. */
function Recorder({ startsAt }: Pick<NextRaceProps, 'startsAt'>) {
  const t = useText()
  const [isSoon] = useState(() => Date.parse(startsAt) - Date.now() < SOON_MS)
  const { data: status } = useQuery({
    ...ownRecorderStatus,
    // Drivers start it before the race, and look here whether it works.
    ...(isSoon && { refetchInterval: EVERY_MS }),
  })
  if (!status) return null
  const state = recorderState(status)
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <span className="label">{t('home.recorder')}</span>
        {state !== 'recorderFaulty' && <span className="text-muted">{t(`home.${state}`)}</span>}
        {state === 'recorderMissing' && (
          <TextLink to="/downloadInfo">{t('home.getRecorder')}</TextLink>
        )}
      </p>
      {state === 'recorderFaulty' && <RecorderHint report={status.report} />}
    </div>
  )
}

function Others({ seasons }: { readonly seasons: readonly DrivenSeason[] }) {
  const t = useText()
  const [next] = seasons.flatMap(({ nextEvent, ...season }) =>
    nextEvent ? [{ ...season, nextEvent }] : [],
  )
  if (!next) return null
  const { seasonId, seasonName, nextEvent } = next
  return (
    <p className="text-small text-muted wrap-anywhere">
      <TextLink to="/seasons/$seasonId" params={{ seasonId }}>
        {t('home.alsoNext', { event: eventName(nextEvent), season: seasonName })}
      </TextLink>{' '}
      {formatDateTime(nextEvent.startsAt, t.locale)}
    </p>
  )
}
