import { itemAt } from '@pitboard/contract/wire/item-at'
import { ApiException } from '@pitboard/contract/wire/client'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { likelyEvent, linkToSeason, linkableSeasons } from './link-to-season.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'

const NEW = 'new'

interface LinkFieldsProps {
  readonly seasons: readonly Season[]
  readonly season: Season
  /** Null stands for a new one. */
  readonly eventId: string | null
  readonly newEvent: string
  readonly onSeason: (id: string) => void
  readonly onEvent: (id: string | null) => void
}

function LinkFields({ seasons, season, eventId, newEvent, onSeason, onEvent }: LinkFieldsProps) {
  const t = useText()
  return (
    <>
      <Field label={t('recordings.season')}>
        <Select
          options={seasons.map(({ id, name }) => ({ value: id, label: name }))}
          value={season.id}
          onChange={onSeason}
        />
      </Field>
      <Field label={t('recordings.event')}>
        <Select
          options={[
            { value: NEW, label: newEvent },
            ...season.events.map((event) => ({ value: event.id, label: eventLabel(event, t) })),
          ]}
          value={eventId ?? NEW}
          onChange={(value) => onEvent(value === NEW ? null : value)}
        />
      </Field>
    </>
  )
}

function eventLabel({ name, track, startsAt }: SeasonEvent, t: Text): string {
  const called = name.trim() === '' ? trackName(track) : name
  return startsAt === null ? called : `${called}, ${formatDate(startsAt, t.locale)}`
}

interface LinkDialogProps {
  readonly chosen: readonly SessionSummary[]
  readonly onClose: () => void
}

/** Asks for one of the reader's seasons and one of its events, and then it is done. */
export function LinkDialog({ chosen, onClose }: LinkDialogProps) {
  const t = useText()
  const queries = useQueryClient()
  const query = useQuery(linkableSeasons)
  const { data } = query
  const [seasonId, setSeasonId] = useState<string | null>(null)
  /** It is undefined as long as the likely one counts. */
  const [picked, setPicked] = useState<string | null | undefined>(undefined)
  const season = data?.find(({ id }) => id === seasonId) ?? data?.[0] ?? null
  const eventId = picked === undefined ? likelyEvent(season?.events ?? [], chosen) : picked

  const linking = useMutation({
    async mutationFn(target: Season) {
      await linkToSeason({ seasonId: target.id, eventId, chosen })
      await queries.invalidateQueries({ queryKey: ['seasons'] })
      return target
    },
  })

  if (linking.data) return <Linked season={linking.data} count={chosen.length} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recordings.linkAsk', { count: chosen.length })}
      description={season && t('recordings.linkWhat')}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {season && (
            <Button
              look="primary"
              loading={linking.isPending}
              onClick={() => linking.mutate(season)}
            >
              {t('recordings.linkNow')}
            </Button>
          )}
          {data?.length === 0 && (
            <ButtonLink look="primary" to="/dashboard/seasons/create">
              {t('recordings.newSeason')}
            </ButtonLink>
          )}
        </>
      }
    >
      <QueryContent query={query} placeholder={<Skeleton className="h-36" />}>
        {(seasons) =>
          season ? (
            <LinkFields
              seasons={seasons}
              season={season}
              eventId={eventId}
              newEvent={t('recordings.newEvent', { track: trackName(itemAt(chosen, 0).trackId) })}
              onSeason={(id) => {
                setSeasonId(id)
                setPicked(undefined)
              }}
              onEvent={setPicked}
            />
          ) : (
            <p>{t('recordings.noSeasons')}</p>
          )
        }
      </QueryContent>
      {new Set(chosen.map(({ trackId }) => trackId)).size > 1 && (
        <p className="text-secondary">{t('recordings.severalTracks')}</p>
      )}
      <ProblemText>{linking.error && problemOf(linking.error, t)}</ProblemText>
    </Dialog>
  )
}

interface LinkedProps {
  readonly season: Season
  readonly count: number
  readonly onClose: () => void
}

function Linked({ season, count, onClose }: LinkedProps) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recordings.linked', { count, season: season.name })}
      description={t('recordings.linkedNext')}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('recordings.close')}
          </Button>
          <ButtonLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
            {t('recordings.toSeason')}
          </ButtonLink>
          <ButtonLink
            look="primary"
            to="/dashboard/seasons/$seasonId/edit"
            params={{ seasonId: season.id }}
            search={{ part: 'names' }}
          >
            {t('recordings.toNames')}
          </ButtonLink>
        </>
      }
    />
  )
}

function problemOf(failure: unknown, t: Text): string {
  if (!(failure instanceof ApiException)) return t('recordings.interrupted')
  if (failure.status === 401 || failure.status === 403) return t('recordings.signedOut')
  if (failure.status === 404) return t('recordings.linkGone')
  return t(failure.status === 409 ? 'recordings.linkRefused' : 'ui.unexpected')
}
