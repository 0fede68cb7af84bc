import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { memo, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { readStored, writeStored } from '../../state/browser-storage.ts'
import { formatClock } from '../../timing/format-date.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Card, ScrollBox } from '../../ui/card.tsx'
import { driverCode } from '../race/car-identity.ts'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { useLive, useLiveStore } from '../race/use-live.ts'
import { concernsDriver, feedOf, lapOfEvent, sourceOf } from './session-feed.ts'
import { useEventText } from './use-event-text.ts'

const STORAGE_KEY = 'live.feed'
const SHOWN = ['official', 'timing', 'all'] as const
type Shown = (typeof SHOWN)[number]

function readShown(): Shown {
  const stored = readStored(STORAGE_KEY)
  return SHOWN.find((shown) => shown === stored) ?? 'official'
}

/** Lists what race control announces and what the timing notes, newest first. */
export function RaceControlPanel() {
  const t = useText()
  const events = useLive((session) => session.events)
  const { driverIdx } = useDriverFocus()
  const [shown, setShown] = useState(readShown)
  const [onlyFocused, setOnlyFocused] = useState(false)
  const feed = feedOf(events ?? NO_EVENTS).filter(
    (event) =>
      (shown === 'all' || sourceOf(event) === shown) &&
      (!onlyFocused || driverIdx === null || concernsDriver(event, driverIdx)),
  )
  return (
    <Card as="section" label={t('screen.raceControl')} frame fill>
      <div className="flex flex-wrap items-center gap-1 border-b border-line p-1">
        <ChoiceBar
          label={t('feed.feedShown')}
          value={shown}
          onChange={(next) => {
            setShown(next)
            writeStored(STORAGE_KEY, next)
          }}
          options={[
            { value: 'official', label: t('screen.raceControl') },
            { value: 'timing', label: t('screen.timing') },
            { value: 'all', label: t('feed.feedAll') },
          ]}
        />
        {driverIdx !== null && (
          <OnlyFocused driverIdx={driverIdx} pressed={onlyFocused} onPress={setOnlyFocused} />
        )}
      </div>
      {feed.length === 0 ? (
        <p className="px-3 py-2 text-muted">{t('feed.noEvents')}</p>
      ) : (
        <ScrollBox label={t('feed.eventsNewestFirst')} className="min-h-0 flex-1">
          <ol>
            {feed.map((event) => (
              <EventLine
                key={event.seq}
                event={event}
                isFocused={driverIdx !== null && concernsDriver(event, driverIdx)}
              />
            ))}
          </ol>
        </ScrollBox>
      )}
    </Card>
  )
}

const NO_EVENTS: readonly SessionEvent[] = []

interface OnlyFocusedProps {
  readonly driverIdx: number
  readonly pressed: boolean
  readonly onPress: (pressed: boolean) => void
}

function OnlyFocused({ driverIdx, pressed, onPress }: OnlyFocusedProps) {
  const t = useText()
  const code = useLive(({ drivers }) =>
    driverCode(
      drivers,
      drivers.findIndex((driver) => driver.driverIdx === driverIdx),
    ),
  )
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
      className="timing control rounded-m border border-line px-3 text-muted hover:text-text aria-pressed:bg-line aria-pressed:font-semibold aria-pressed:text-text"
    >
      {t('feed.onlyDriver', { driver: code ?? '' })}
    </button>
  )
}

interface EventLineProps {
  readonly event: SessionEvent
  readonly isFocused: boolean
}

const EventLine = memo(function EventLine({ event, isFocused }: EventLineProps) {
  const t = useText()
  const describe = useEventText()
  const { view } = useLiveStore()
  const [lap] = useState(() => lapOfEvent(event, view().session))
  return (
    <li
      className={`flex items-baseline gap-2 border-b border-line px-3 py-1 last:border-b-0 ${isFocused ? 'bg-raised' : ''} ${sourceOf(event) === 'timing' ? 'text-muted' : ''}`}
    >
      <span className="timing w-14 shrink-0 text-right text-faint">
        {formatClock(event.timeMs / 1000)}
      </span>
      <span className="timing w-8 shrink-0 text-faint">
        {lap !== null && (
          <>
            <span aria-hidden="true">{t('screen.lapShort', { lap })}</span>
            <span className="sr-only">{t('live.lapNumber', { lap })}</span>
          </>
        )}
      </span>
      <span
        aria-hidden="true"
        className={`h-3 w-1 shrink-0 self-center rounded-[1px] ${toneOf(event)}`}
      />
      <span className="min-w-0">{describe(event)}</span>
    </li>
  )
})

function toneOf({ kind }: SessionEvent): string {
  switch (kind) {
    case 'fastestLap':
      return 'bg-session-best'
    case 'redFlag':
    case 'retirement':
      return 'bg-flag-red'
    case 'safetyCar':
      return 'bg-flag-yellow'
    case 'penalty':
    case 'warning':
    case 'collision':
      return 'bg-secondary'
    case 'pitStop':
      return 'bg-in-pit'
    case 'chequeredFlag':
    case 'raceWinner':
    case 'lightsOut':
      return 'bg-text'
    default:
      return 'bg-line-strong'
  }
}
