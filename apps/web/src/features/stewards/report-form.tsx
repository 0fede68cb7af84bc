import { STEWARD_MAX, stewards } from '@pitboard/contract/stewards/steward-case'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whenKnown } from '../../state/when-known.ts'
import { newId } from '../../changes/new-id.ts'
import { call } from '../../api/call.ts'
import { MessageForm } from '../../changes/message-form.tsx'
import { isKept } from '../../changes/kept-draft.ts'
import { useMessage } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldGroup } from '../../ui/forms/field-group.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { type Option, Select } from '../../ui/forms/select.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { linksField, readLinks } from './clip-links.tsx'
import { findMoments, momentWords } from './moment-options.ts'
import { reportedSession, STEWARDS_KEY } from './steward-queries.ts'
import { PartProblem } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'

interface ReportFormProps {
  readonly seasonId: string
  /** They are sessions of the season; with one of them there is nothing to choose. */
  readonly sessions: readonly Option<string>[]
  readonly onDone: () => void
}

interface TypedReport {
  readonly sessionId: string
  readonly seq: string
  readonly lap: string
  readonly cars: readonly number[]
  readonly description: string
  readonly links: string
}

const BLANK: TypedReport = {
  sessionId: '',
  seq: '',
  lap: '',
  cars: [],
  description: '',
  links: '',
}

/** Returns the draft's name: a report belongs to the session on whose page it is written, or to the season. */
function reportName(seasonId: string, sessions: readonly Option<string>[]): string {
  return `report.${seasonId}.${sessions.length === 1 ? sessions[0]?.value : 'any'}`
}

/** Returns whether a report was being written before the page was reloaded. */
export function hasBegunReport(seasonId: string, sessions: readonly Option<string>[]): boolean {
  return isKept(reportName(seasonId, sessions))
}

/** Asks what happened in which session, with a moment that the session itself recorded. */
export function ReportForm({ seasonId, sessions, onDone }: ReportFormProps) {
  const t = useText()
  const queries = useQueryClient()
  const [only] = sessions.length === 1 ? sessions : []
  const [id] = useState(newId)
  const draft = useMessage(
    { ...BLANK, sessionId: only?.value ?? '' },
    reportName(seasonId, sessions),
  )
  const { value, set } = draft
  const { seq, lap, cars } = value
  const sessionId = value.sessionId === '' ? null : value.sessionId
  const session = useQuery(whenKnown(sessionId, reportedSession))
  const drivers = session.data?.drivers ?? []
  const moments = findMoments(session.data?.events ?? [])
  const nameOf = (driverIdx: number) =>
    drivers.find((driver) => driver.driverIdx === driverIdx)?.name ?? `#${driverIdx}`

  function chooseMoment(next: string) {
    const moment = moments.find((one) => String(one.seq) === next)
    set({
      seq: next,
      ...(moment && {
        lap: moment.lapNum === null ? '' : String(moment.lapNum),
        cars: [moment.driverIdx, moment.otherDriverIdx].flatMap((idx) => idx ?? []),
      }),
    })
  }

  return (
    <MessageForm<'description' | 'links'>
      draft={draft}
      label={t('stewards.report')}
      submitLabel={t('stewards.sendReport')}
      actions={
        <Button
          look="quiet"
          onClick={() => {
            draft.discard()
            onDone()
          }}
        >
          {t('ui.cancel')}
        </Button>
      }
      fields={[
        {
          kind: 'textArea',
          name: 'description',
          maxLength: STEWARD_MAX.text,
          label: t('stewards.description'),
          missing: t('stewards.textMissing'),
        },
        linksField(t),
      ]}
      onSend={async ({ description, links }) => {
        if (sessionId === null) return { session: t('stewards.sessionMissing') }
        if (cars.length === 0) return { cars: t('stewards.carsMissing') }
        await call(stewards.report, {
          params: { seasonId },
          body: {
            id,
            sessionId,
            lap: readLap(lap),
            eventSeq: seq === '' ? null : Number(seq),
            driverIdxs: [...cars],
            description,
            links: readLinks(links),
          },
        })
        void showToast({ title: t('stewards.reported'), tone: 'good' })
        await queries.invalidateQueries({ queryKey: STEWARDS_KEY })
        onDone()
        return null
      }}
    >
      {(errors) => (
        <>
          {!only && (
            <Field label={t('stewards.session')} error={errors.session ?? null}>
              <Select
                options={sessions}
                value={sessionId}
                placeholder={t('stewards.sessionMissing')}
                onChange={(next) => set({ sessionId: next, seq: '', cars: [] })}
              />
            </Field>
          )}
          {sessionId !== null && <PartProblem query={session} />}
          {session.isLoading && <Skeleton className="h-64" />}
          {session.data && (
            <>
              <Field label={t('stewards.moment')} hint={t('stewards.momentHint')}>
                <Select
                  options={[
                    { value: '', label: t('stewards.otherMoment') },
                    ...moments.map((moment) => ({
                      value: String(moment.seq),
                      label: momentWords(moment, nameOf, t),
                    })),
                  ]}
                  value={seq}
                  onChange={chooseMoment}
                />
              </Field>
              <div className="max-w-32">
                <Field label={t('stewards.lap')}>
                  <Input
                    inputMode="numeric"
                    autoComplete="off"
                    value={lap}
                    onChange={({ target }) => set({ lap: target.value })}
                  />
                </Field>
              </div>
              <FieldGroup label={t('stewards.cars')} error={errors.cars ?? null}>
                <div className="grid gap-x-4 sm:grid-cols-2">
                  {drivers.map(({ driverIdx, name, carNumber }) => (
                    <Checkbox
                      key={driverIdx}
                      label={carNumber === null ? name : `${name} (${carNumber})`}
                      checked={cars.includes(driverIdx)}
                      onChange={(isChosen) =>
                        set({
                          cars: isChosen
                            ? [...cars, driverIdx]
                            : cars.filter((other) => other !== driverIdx),
                        })
                      }
                    />
                  ))}
                </div>
              </FieldGroup>
            </>
          )}
        </>
      )}
    </MessageForm>
  )
}

function readLap(typed: string): number | null {
  const lap = Number.parseInt(typed, 10)
  return lap > 0 && lap <= 200 ? lap : null
}
