import { writeLapReference } from '@pitboard/contract/comparison/lap-reference'
import type { DriverLaps, SessionLap, SessionLaps } from '@pitboard/contract/traces/lap-traces'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../messages/error-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { sessionLaps } from './compare-query.ts'
import { driverName } from './compared/lap-name.ts'
import { QueryContent } from '../../ui/shell/query-content.tsx'

interface AddLapProps {
  /** Laps can be added from these sessions. */
  readonly sessionIds: readonly string[]
  readonly keys: readonly string[]
  readonly onAdd: (key: string) => void
}

/** Adds another lap of a session that is compared already. */
export function AddLap({ sessionIds, keys, onAdd }: AddLapProps) {
  const [isOpen, setIsOpen] = useState(false)
  const t = useText()
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setIsOpen(true)}>{t('compare.add')}</Button>
      </div>
    )
  }
  const [firstId] = sessionIds
  if (firstId === undefined) return null
  return <LapForm firstId={firstId} sessionIds={sessionIds} keys={keys} onAdd={onAdd} />
}

function LapForm({ firstId, sessionIds, keys, onAdd }: AddLapProps & { readonly firstId: string }) {
  const t = useText()
  const [chosenId, setChosenId] = useState(firstId)
  const sessionId = sessionIds.includes(chosenId) ? chosenId : firstId
  const query = useQuery(sessionLaps(sessionId))
  return (
    <QueryContent
      query={query}
      placeholder={<p className="text-muted">{t('ui.loading')}</p>}
      renderError={(error) => <ProblemText>{errorText(error, t)}</ProblemText>}
    >
      {(data) => (
        <LapChoice
          data={data}
          sessionId={sessionId}
          sessionIds={sessionIds}
          keys={keys}
          onAdd={onAdd}
          onSession={setChosenId}
        />
      )}
    </QueryContent>
  )
}

interface LapChoiceProps extends AddLapProps {
  readonly data: SessionLaps
  readonly sessionId: string
  readonly onSession: (sessionId: string) => void
}

function LapChoice({ data, sessionId, sessionIds, keys, onAdd, onSession }: LapChoiceProps) {
  const t = useText()
  const [driver, setDriver] = useState<string | null>(null)
  const [lapNum, setLapNum] = useState<string | null>(null)
  const keyOfLap = (driverIdx: number, lap: number) =>
    writeLapReference({ sessionId, driverIdx, lap })
  const isFree = ({ driverIdx }: DriverLaps, lap: SessionLap) =>
    lap.hasTrace && !keys.includes(keyOfLap(driverIdx, lap.lapNum))
  const drivers = data.drivers.flatMap((one) => {
    const laps = one.laps.filter((lap) => isFree(one, lap))
    return laps.length === 0 ? [] : [{ ...one, laps }]
  })
  const chosen = drivers.find(({ driverIdx }) => String(driverIdx) === driver) ?? drivers[0]
  const lap = chosen?.laps.find((one) => String(one.lapNum) === lapNum) ?? chosen?.laps[0]
  const fastest = drivers
    .flatMap(({ driverIdx, laps }) =>
      laps.flatMap(({ lapNum: number, isValid, lapTimeMs }) =>
        isValid && lapTimeMs !== null ? [{ driverIdx, lapNum: number, lapTimeMs }] : [],
      ),
    )
    .toSorted((a, b) => a.lapTimeMs - b.lapTimeMs)[0]
  const sessionName = t('compare.addSession', {
    track: data.trackName,
    session: sessionTypeName(data.sessionType, t),
    date: formatDate(data.sessionStartTime, t.locale),
  })
  return (
    <form
      aria-label={t('compare.add')}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen && lap) onAdd(keyOfLap(chosen.driverIdx, lap.lapNum))
      }}
    >
      {sessionIds.length > 1 ? (
        <div className="w-64">
          <Select
            label={t('compare.addFrom')}
            value={sessionId}
            onChange={onSession}
            options={sessionIds.map((id, index) => ({
              value: id,
              label: id === sessionId ? sessionName : `${t('compare.addFrom')} ${index + 1}`,
            }))}
          />
        </div>
      ) : null}
      {chosen && lap ? (
        <>
          <div className="w-52">
            <Select
              label={t('compare.addDriver')}
              value={String(chosen.driverIdx)}
              onChange={setDriver}
              options={drivers.map((one) => ({
                value: String(one.driverIdx),
                label: driverName(one, t),
              }))}
            />
          </div>
          <div className="w-48">
            <Select
              label={t('compare.addLap')}
              value={String(lap.lapNum)}
              onChange={setLapNum}
              options={chosen.laps.map((one) => ({
                value: String(one.lapNum),
                label: `${t('compare.lap', { lap: one.lapNum })}: ${formatLapTime(one.lapTimeMs)}`,
              }))}
            />
          </div>
          <Button type="submit">{t('compare.addThis')}</Button>
          {fastest && (
            <Button look="plain" onClick={() => onAdd(keyOfLap(fastest.driverIdx, fastest.lapNum))}>
              {t('compare.addFastest')}
            </Button>
          )}
        </>
      ) : (
        <p className="text-muted">{t('compare.addNone')}</p>
      )}
    </form>
  )
}
