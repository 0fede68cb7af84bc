import type { ComparedLap } from '@pitboard/contract/comparison/lap-comparison'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Tag } from '../../timing/tag.tsx'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { keyOf, LAP_LOOKS, type LapLook } from './compared/compared-laps.ts'
import { LapBadge } from './compared/lap-badge.tsx'
import { driverName, formatDelta, lapName } from './compared/lap-name.ts'

interface LapCardsProps {
  readonly laps: readonly ComparedLap[]
  /** The others are compared with this lap; null while none has a trace. */
  readonly referenceKey: string | null
  /** Changes the laps that are shown then, which can be others than those of the last answer. */
  readonly onChange: (edit: (keys: readonly string[]) => readonly string[]) => void
}

/** Shows the laps of the page, the reference first. */
export function LapCards({ laps, referenceKey, onChange }: LapCardsProps) {
  const t = useText()
  const reference = laps.find((lap) => keyOf(lap) === referenceKey)
  return (
    <ul
      aria-label={t('compare.laps')}
      className="grid max-w-[72rem] gap-2 sm:grid-cols-2 xl:grid-cols-4"
    >
      {laps.map((lap, index) => {
        const key = keyOf(lap)
        const look = LAP_LOOKS[index] ?? LAP_LOOKS[0]
        return (
          <li
            key={key}
            className="flex min-w-0 flex-col gap-1.5 rounded-m border border-t-[3px] border-line p-3"
            style={{ borderTopColor: look.colour }}
          >
            <LapFacts
              lap={lap}
              look={look}
              referenceMs={key === referenceKey ? null : (reference?.details?.lapTimeMs ?? null)}
            />
            <div className="mt-auto flex min-h-10 items-center justify-between gap-2">
              {key === referenceKey ? (
                <span className="label">{t('compare.reference')}</span>
              ) : lap.state === 'ready' && lap.details ? (
                <Button
                  look="plain"
                  size="small"
                  aria-label={t('compare.useLapAsReference', {
                    lap: lapName(lap.details, t),
                  })}
                  onClick={() =>
                    onChange((keys) => [key, ...keys.filter((other) => other !== key)])
                  }
                >
                  {t('compare.useAsReference')}
                </Button>
              ) : (
                <span />
              )}
              <IconButton
                icon="close"
                label={t('compare.remove', {
                  lap: lap.details ? lapName(lap.details, t) : t('compare.missingLap'),
                })}
                onClick={() => onChange((keys) => keys.filter((other) => other !== key))}
              />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

interface LapFactsProps {
  readonly lap: ComparedLap
  readonly look: LapLook
  readonly referenceMs: number | null
}

function LapFacts({ lap, look, referenceMs }: LapFactsProps) {
  const t = useText()
  const { details, state } = lap
  if (details === null) {
    return (
      <>
        <p className="flex items-center gap-2">
          <LapBadge look={look} />
          <span className="timing text-subhead font-semibold">{t('compare.missingLap')}</span>
        </p>
        <p className="text-small text-muted">{t('compare.missing')}</p>
      </>
    )
  }
  const { lapTimeMs } = details
  return (
    <>
      <p className="flex min-w-0 items-center gap-2">
        <LapBadge look={look} />
        <span className="timing truncate text-subhead font-semibold">{driverName(details, t)}</span>
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="timing text-section font-semibold tabular-nums">
          {formatLapTime(lapTimeMs)}
        </span>
        {referenceMs !== null && lapTimeMs !== null && (
          <span className="timing text-timing text-muted tabular-nums">
            {formatDelta(lapTimeMs - referenceMs)}
          </span>
        )}
        {details.tyreCompound !== null && (
          <span className="self-center">
            <TyreBadge tyreCompound={details.tyreCompound} />
          </span>
        )}
      </p>
      <p className="text-small text-muted">
        {t('compare.lap', { lap: details.lapNum })}
        {' · '}
        <TextLink to="/sessions/$sessionId" params={{ sessionId: lap.sessionId }}>
          {sessionTypeName(details.sessionType, t)}
        </TextLink>
        {' · '}
        {formatDate(details.sessionStartTime, t.locale)}
      </p>
      <LapMarks lap={lap} />
      {state !== 'ready' && (
        <p className="text-small text-muted">
          {state === 'otherTrack'
            ? t('compare.otherTrack', { track: details.trackName })
            : t(STATE_TEXTS[state])}
        </p>
      )}
      {state === 'ready' && lap.columns?.throttlePercent === null && (
        <p className="text-small text-muted">{t('compare.restricted')}</p>
      )}
    </>
  )
}

const STATE_TEXTS = {
  pending: 'compare.pending',
  noTrace: 'compare.noTrace',
  missing: 'compare.missing',
  otherLayout: 'compare.otherLayout',
} as const satisfies Readonly<Record<string, PlainKey>>

const FLAG_TEXTS = {
  outLap: 'compare.outLap',
  inLap: 'compare.inLap',
  standingStart: 'compare.standingStart',
  flashback: 'compare.flashback',
  paused: 'compare.paused',
  gaps: 'compare.gaps',
} as const satisfies Readonly<Record<string, PlainKey>>

/** Shows what makes the lap hard to compare. */
function LapMarks({ lap: { details } }: { readonly lap: ComparedLap }) {
  const t = useText()
  if (details === null || (details.isValid && details.flags.length === 0)) return null
  return (
    <p className="flex flex-wrap gap-1">
      {!details.isValid && (
        <Tag tone="bad" title={t('compare.invalid')}>
          {t('compare.invalid')}
        </Tag>
      )}
      {details.flags.map((flag) => (
        <Tag key={flag} tone="plain" title={t(FLAG_TEXTS[flag])}>
          {t(FLAG_TEXTS[flag])}
        </Tag>
      ))}
    </p>
  )
}
