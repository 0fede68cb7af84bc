import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatClock } from '../../timing/format-date.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { TextButton } from '../../ui/buttons/button.tsx'
import { useLive, useLiveView } from '../race/use-live.ts'
import { hasNoFinish } from './early-end.ts'

/** Says in one line how fresh the numbers are. */
export function ConnectionState() {
  const t = useText()
  const connection = useLiveView((view) => view.connection)
  const receiving = useLive((session) => session.receiving)
  const recorderConnected = useLive((session) => session.recorderConnected)
  const userId = useLive((session) => session.userId)
  const silentSeconds = useLiveView((view) => view.silentSeconds)
  const behindSeconds = useLiveView((view) => view.behindSeconds)
  const isEarly = useLive(hasNoFinish) === true
  const hasBeenConnected = userId !== null
  if (
    hasBeenConnected &&
    silentSeconds > 0 &&
    (connection.kind === 'live' || connection.kind === 'reconnecting')
  ) {
    return <Line dot="bg-secondary">{t('live.silentFor', { seconds: silentSeconds })}</Line>
  }
  switch (connection.kind) {
    case 'live':
      if (receiving === false) {
        const reason = recorderConnected === false ? 'live.recorderLost' : 'live.noData'
        return <Line dot="bg-secondary">{t(reason)}</Line>
      }
      if (behindSeconds > 0) {
        const time = formatClock(behindSeconds)
        return <Line dot="bg-faint">{t('live.behind', { time })}</Line>
      }
      return <Line dot="bg-primary live-dot">{t('live.connected')}</Line>
    case 'replay':
      return <Line dot="bg-faint">{t('live.replay')}</Line>
    case 'connecting':
      return <Line dot="bg-faint">{t('live.connecting')}</Line>
    case 'waiting':
      return <Line dot="bg-faint">{t('live.waiting')}</Line>
    case 'reconnecting':
      if (!hasBeenConnected) return <Line dot="bg-faint">{t('live.connecting')}</Line>
      return (
        <Line dot="bg-secondary">
          {behindSeconds > 0 ? (
            t('live.behindAlone', { time: formatClock(behindSeconds) })
          ) : (
            <Countdown untilMs={connection.retryAtMs} />
          )}
        </Line>
      )
    case 'ended':
      return (
        <Line dot="bg-faint">
          {t(isEarly ? 'live.endedEarly' : 'live.ended')}
          {connection.recordedId !== null && (
            <>
              {' · '}
              <TextLink to="/sessions/$sessionId" params={{ sessionId: connection.recordedId }}>
                {t('live.recordedSession')}
              </TextLink>
            </>
          )}
          {userId !== null && (
            <span className="max-wide:hidden">
              {' · '}
              <TextLink to="/liveUser/$userId" params={{ userId }}>
                {t('live.whatIsNext')}
              </TextLink>
            </span>
          )}
        </Line>
      )
    case 'notFound':
      return <Line dot="bg-faint">{t('live.notLive')}</Line>
    case 'outdated':
      return (
        <Line dot="bg-secondary">
          {t('live.updated')}{' '}
          <TextButton onClick={() => location.reload()}>{t('live.reload')}</TextButton>
        </Line>
      )
  }
}

function Line({ dot, children }: { dot: string; children: ReactNode }) {
  return (
    <output className="flex min-h-8 items-center gap-2 text-small text-muted tabular-nums">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
      <span>{children}</span>
    </output>
  )
}

function Countdown({ untilMs }: { readonly untilMs: number }) {
  const t = useText()
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil((untilMs - nowMs) / 1000)
  return seconds > 0 ? t('live.reconnectingIn', { seconds }) : t('live.reconnecting')
}
