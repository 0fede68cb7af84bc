import { seasons, type SeasonEvent } from '@pitboard/contract/season'
import { useState } from 'react'
import { call } from '../../call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate, formatDateTime } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { eventName } from './event-names.ts'
import { RecordingFilters } from './recording-filters.tsx'
import { type Weekend, weekendsOf } from './recordings.ts'
import type { PartProps } from './season-editor.tsx'
import { useRecordings } from './use-recordings.ts'

interface SessionPickerProps extends PartProps {
  readonly event: SeasonEvent
  readonly onClose: () => void
}

/** Recordings by weekends, of which any can be linked to the event. */
export function SessionPicker({ season, edit, event, onClose }: SessionPickerProps) {
  const text = useText()
  const found = useRecordings(season, event.track)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function add() {
    setBusy(true)
    const errors = await edit.run(
      (ifMatch) =>
        call(seasons.addSessions, {
          params: { seasonId: season.id, eventId: event.id },
          body: { sessionIds: [...chosen] },
          ifMatch,
        }),
      { done: text('organiser.sessionsAdded', { count: chosen.length }) },
    )
    setBusy(false)
    if (errors) setProblem(errors.form ?? text('ui.unexpected'))
    else onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('organiser.sessionsOf', { name: eventName(event) })}
      description={text('organiser.sessionsOfHow')}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {text('organiser.cancel')}
          </Button>
          <Button
            look="primary"
            loading={busy}
            disabled={chosen.length === 0}
            onClick={() => void add()}
          >
            {text('organiser.link', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <RecordingFilters filter={found.filter} onFilter={found.setFilter} />
      {found.error && <PageError error={found.error} retry={() => void found.refetch()} />}
      {found.isLoading && <Skeleton className="h-60" />}
      {!found.isLoading && found.shown.length === 0 && (
        <p className="text-muted">{text('organiser.noRecordings')}</p>
      )}
      {weekendsOf(found.shown).map((weekend) => (
        <WeekendChoice key={weekend.key} {...{ weekend, chosen }} onChosen={setChosen} />
      ))}
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function WeekendChoice({
  weekend,
  chosen,
  onChosen,
}: {
  readonly weekend: Weekend
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
}) {
  const text = useText()
  const ids = weekend.sessions.map(({ id }) => id)
  const isWhole = ids.every((id) => chosen.includes(id))
  const label = `${weekend.trackName}, ${formatDate(weekend.startedAt, text.locale)}`
  return (
    <fieldset className="min-w-0 rounded-m border border-line px-3 pb-1">
      <legend className="px-1">
        <Checkbox
          label={<b className="timing text-lg font-semibold">{label}</b>}
          checked={isWhole}
          onChange={(all) =>
            onChosen([...chosen.filter((id) => !ids.includes(id)), ...(all ? ids : [])])
          }
        />
      </legend>
      {weekend.sessions.map((session) => (
        <div key={session.id} className="pl-4">
          <Checkbox
            label={
              <>
                {sessionTypeName(session.sessionType, text)}{' '}
                <span className="text-small text-muted">
                  {formatDateTime(session.sessionStartTime, text.locale)} · {session.userName}
                </span>
              </>
            }
            checked={chosen.includes(session.id)}
            onChange={(add) =>
              onChosen(add ? [...chosen, session.id] : chosen.filter((id) => id !== session.id))
            }
          />
        </div>
      ))}
    </fieldset>
  )
}
