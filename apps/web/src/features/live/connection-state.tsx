import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useLive, useLiveView } from './use-live.ts'

/** One line that always says how fresh the numbers are. */
export function ConnectionState() {
  const connection = useLiveView((view) => view.connection)
  const receiving = useLive((session) => session.receiving)
  switch (connection.kind) {
    case 'live':
      return receiving === false ? (
        <Line dot="bg-secondary">No data from the recorder</Line>
      ) : (
        <Line dot="bg-primary live-dot">Live</Line>
      )
    case 'connecting':
      return <Line dot="bg-faint">Connecting</Line>
    case 'waiting':
      return <Line dot="bg-faint">Waiting for the next session</Line>
    case 'reconnecting':
      return (
        <Line dot="bg-secondary">
          <Countdown untilMs={connection.retryAtMs} />
        </Line>
      )
    case 'ended':
      return (
        <Line dot="bg-faint">
          Session ended
          {connection.recordedId !== null && (
            <>
              {' · '}
              <Link
                to="/sessions/$sessionId"
                params={{ sessionId: connection.recordedId }}
                className="text-primary underline underline-offset-3"
              >
                Recorded session
              </Link>
            </>
          )}
        </Line>
      )
    case 'notFound':
      return <Line dot="bg-faint">Not live</Line>
    case 'outdated':
      return (
        <Line dot="bg-secondary">
          Pitboard was updated:{' '}
          <button
            type="button"
            className="text-primary underline underline-offset-3"
            onClick={() => location.reload()}
          >
            reload the page
          </button>
        </Line>
      )
  }
}

function Line({ dot, children }: { dot: string; children: ReactNode }) {
  return (
    <output className="flex min-h-8 items-center gap-2 text-[0.9375rem] text-muted">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
      <span>{children}</span>
    </output>
  )
}

function Countdown({ untilMs }: { readonly untilMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil((untilMs - nowMs) / 1000)
  return <>{seconds > 0 ? `Reconnecting in ${seconds} s` : 'Reconnecting'}</>
}
