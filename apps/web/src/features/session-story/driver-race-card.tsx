import { driverRace } from '@pitboard/analysis/outcome/driver-race'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useId, useMemo, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { roleOf, ROLE_SIGNS, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { RoleButtons } from '../../timing/role-buttons.tsx'
import { useNamedDrivers } from '../../timing/season-names.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { nameOf } from '../session/hero/outcome-text.ts'
import { useOwnDriverIdx } from '../session/use-own-driver.ts'
import { driverRaceSentences, signedSeconds } from './driver-race-words.ts'

/** Shows where one driver lost and won: the reader's own, until they choose another one. */
export function DriverRaceCard({ session }: { readonly session: SessionDetail }) {
  const t = useText()
  const id = useId()
  const chosen = useChosenDrivers()
  const named = useNamedDrivers()
  const ownIdx = useOwnDriverIdx(session)
  const [choice, setChoice] = useState<number | null>(null)
  const drivers = useMemo(
    () => resultOrder(session).filter((driver) => completedLapsOf(driver) > 0),
    [session],
  )
  const shown = [choice, ownIdx]
    .map((idx) => drivers.find(({ driverIdx }) => driverIdx === idx))
    .find((driver) => driver !== undefined)
  const driver = shown ?? drivers[0]
  const race = useMemo(() => driver && driverRace(session, driver), [session, driver])
  if (!driver || !race) return null
  const sentences = driverRaceSentences(race, session, t)
  // What nobody recorded has no replay.
  const isRecorded = session.origin === undefined
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id={id}>{t(driver.driverIdx === ownIdx ? 'story.ownRace' : 'story.driverRace')}</h3>
        <span className="w-44 sm:w-64">
          <Select
            label={t('story.driver')}
            value={String(driver.driverIdx)}
            onChange={(value) => setChoice(Number(value))}
            options={drivers.map((each) => {
              const role = roleOf(named(each), chosen)
              const sign = role === null ? '' : `${ROLE_SIGNS[role]} `
              return { value: String(each.driverIdx), label: sign + nameOf(each) }
            })}
          />
        </span>
        <RoleButtons {...named(driver)} />
      </div>
      {sentences.length === 0 ? (
        <p className="text-muted">{t('story.noDriverRace')}</p>
      ) : (
        <ol className="columns-[30rem] gap-x-8 [column-rule:1px_solid_var(--color-line)]">
          {sentences.map(({ text, lostMs, lap, moment }, index) => (
            <li
              key={index}
              className="grid min-h-11 break-inside-avoid grid-cols-[4.5rem_minmax(0,1fr)_auto_2.75rem] items-center gap-x-2 border-b border-line py-1"
            >
              <span className="timing pl-2 text-muted">
                {lap !== null && t('session.lapNumber', { lap })}
              </span>
              <span className="wrap-anywhere">{text}</span>
              <span
                aria-hidden="true"
                className={`timing text-right ${lostMs !== null && lostMs > 0 ? 'text-bad' : 'text-good'}`}
              >
                {lostMs !== null && signedSeconds(lostMs)}
              </span>
              {isRecorded && moment !== null && (
                <ButtonLink
                  look="quiet"
                  size="small"
                  to="/sessions/$sessionId"
                  params={{ sessionId: session.id }}
                  search={{ t: moment }}
                  aria-label={`${t('story.watch')}: ${text}`}
                  title={t('story.watch')}
                >
                  <Icon name="play" />
                </ButtonLink>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
