import { placeOf } from '@pitboard/analysis/outcome/result-order'
import { type EmbeddedResult, type EmbeddedSession, embeds } from '@pitboard/contract/site/embeds'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { ResultTime } from '../../features/session/result-time.tsx'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { sessionName } from '../../timing/names.ts'
import { EmbedContent, EmbedFrame, EmbedLink } from './embed-frame.tsx'
import type { EmbedOptions } from '../../features/sharing/embed-options.ts'
import { type EmbedColumn, EmbedName, EmbedTable } from './embed-table.tsx'
import { useEmbedded } from '../../api/use-embedded.ts'

interface SessionEmbedProps {
  readonly sessionId: string
  readonly options: EmbedOptions
}

export function SessionEmbed({ sessionId, options }: SessionEmbedProps) {
  const t = useText()
  const embedded = useEmbedded(embeds.session, { params: { id: sessionId } })
  return (
    <EmbedContent embedded={embedded}>
      {(session) => {
        const date = formatDate(session.sessionStartTime, t.locale)
        const isFinal = session.classification === 'final'
        return (
          <EmbedFrame
            options={options}
            title={
              <EmbedLink path={`/sessions/${session.id}`}>
                {t('session.title', {
                  track: session.trackName,
                  session: sessionName(session, t),
                })}
              </EmbedLink>
            }
            note={isFinal ? date : `${date} · ${t('session.provisional')}`}
          >
            {session.drivers.length === 0 ? (
              <p className="text-muted">{t('session.noDrivers')}</p>
            ) : (
              <EmbedTable
                label={t('session.classification')}
                columns={columnsOf(session, t)}
                rows={session.drivers.slice(0, options.rows ?? undefined)}
                rowKey={({ driverIdx }) => driverIdx}
              />
            )}
          </EmbedFrame>
        )
      }}
    </EmbedContent>
  )
}

function columnsOf(session: EmbeddedSession, t: Text): EmbedColumn<EmbeddedResult>[] {
  const [winner] = session.drivers
  const isRace = isRaceType(session.sessionType)
  return [
    {
      name: t('session.position'),
      short: '#',
      align: 'right',
      cell: (driver) => placeOf(driver) ?? '–',
    },
    {
      name: t('session.driver'),
      cell: ({ name, team, teamColour, driverIdx }) => (
        <EmbedName
          team={team}
          teamColour={teamColour}
          name={name === '' ? t('embed.car', { number: driverIdx + 1 }) : name}
        />
      ),
    },
    {
      name: t('session.laps'),
      align: 'right',
      isExtra: true,
      cell: ({ numberOfLaps }) => numberOfLaps,
    },
    ...(isRace ? [bestLap(t)] : []),
    {
      name: t(isRace ? 'session.time' : 'session.bestOrGap'),
      align: 'right',
      cell: (driver) => <ResultTime driver={driver} winner={winner} session={session} />,
    },
  ]
}

function bestLap(t: Text): EmbedColumn<EmbeddedResult> {
  return {
    name: t('session.bestLap'),
    align: 'right',
    isExtra: true,
    cell: ({ bestLapTimeMs }) => formatLapTime(bestLapTimeMs),
  }
}
