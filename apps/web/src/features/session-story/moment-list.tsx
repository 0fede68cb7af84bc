import type { KeyMoment } from '@pitboard/analysis/outcome/key-moments'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useId } from 'react'
import { useText } from '../../messages/use-text.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { momentWords } from './moment-words.ts'

interface MomentListProps {
  readonly session: SessionDetail
  readonly moments: readonly KeyMoment[]
}

/** Lists the moments of the race from lights out to the flag, in as many columns as there is room for. */
export function MomentList({ session, moments }: MomentListProps) {
  const t = useText()
  const id = useId()
  // What nobody recorded has no replay.
  const isRecorded = session.origin === undefined
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('story.moments')}</h3>
      <p className="mb-3 text-small text-muted">{t('story.momentsNote')}</p>
      <ol className="columns-[22rem] gap-x-8 [column-rule:1px_solid_var(--color-line)]">
        {moments.map((moment, index) => {
          const { what, details } = momentWords(moment, t)
          return (
            <li
              key={index}
              className={`grid min-h-11 break-inside-avoid grid-cols-[4.5rem_1.75rem_minmax(0,1fr)_auto] items-center border-b border-line py-1 ${moment.isDeciding ? 'bg-raised' : ''}`}
            >
              <span className="timing pl-2 text-muted">
                {t('session.lapNumber', { lap: moment.lap })}
              </span>
              <MomentMark moment={moment} />
              <span className="min-w-0">
                <span className="wrap-anywhere">{what}</span>{' '}
                {moment.isDeciding && <Badge tone="good">{t('story.deciding')}</Badge>}
                {details.length > 0 && (
                  <span className="block text-small text-muted">{details.join(', ')}</span>
                )}
              </span>
              {isRecorded && (
                <ButtonLink
                  look="quiet"
                  size="small"
                  to="/sessions/$sessionId"
                  params={{ sessionId: session.id }}
                  search={{ t: moment.seq === null ? `l${moment.lap}` : `e${moment.seq}` }}
                  aria-label={`${t('story.watch')}: ${what}`}
                  title={t('story.watch')}
                >
                  <Icon name="play" />
                </ButtonLink>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Shows what kind of moment it is, or whose: the words say it too. */
function MomentMark({ moment }: { readonly moment: KeyMoment }) {
  switch (moment.kind) {
    case 'start':
      return <TeamBar teamColour={moment.leader?.teamColour} />
    case 'leadChange':
      return <TeamBar teamColour={moment.leader.teamColour} />
    case 'finish':
      return <TeamBar teamColour={moment.outcome.winner.teamColour} />
    case 'stop':
      return moment.tyreCompound === null ? (
        <TeamBar teamColour={moment.driver.teamColour} />
      ) : (
        <TyreBadge tyreCompound={moment.tyreCompound} />
      )
    case 'neutralised':
      return (
        <span
          aria-hidden="true"
          className={`h-3.5 w-5 ${moment.period.kind === 'redFlag' ? 'bg-flag-red' : 'border border-flag-yellow bg-flag-yellow-fill'}`}
        />
      )
    case 'fastestLap':
      return <span aria-hidden="true" className="size-3.5 rounded-full bg-session-best" />
    default:
      return (
        <span className="text-bad">
          <Icon name="warning" />
        </span>
      )
  }
}
