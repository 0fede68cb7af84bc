import { useQuery } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { openAttendance } from './attendance-queries.ts'

interface OpenAnswersProps {
  /** The page asks about this event elsewhere. */
  readonly exceptEventId: string | null
}

/** Lists events that wait for the reader's answer; shows nothing without any. */
export function OpenAnswers({ exceptEventId }: OpenAnswersProps) {
  const t = useText()
  const { data = [] } = useQuery(openAttendance)
  const open = data.filter(({ eventId }) => eventId !== exceptEventId)
  if (open.length === 0) return null
  return (
    <Section title={t('participation.openAnswers')}>
      <ItemList
        label={t('participation.openAnswers')}
        items={open.map(({ seasonId, eventId, isCalledUp, ...event }) => ({
          id: `${seasonId} ${eventId}`,
          title: t('participation.openAnswer', {
            season: event.seasonName,
            event: event.eventName,
          }),
          detail: isCalledUp
            ? t('participation.youAreCalledUp')
            : t('participation.openUntilStart', {
                start: formatDateTime(event.startsAt, t.locale),
                deadline: formatDateTime(event.deadlineAt, t.locale),
              }),
          action: (
            <ButtonLink
              size="small"
              to="/seasons/$seasonId"
              params={{ seasonId }}
              hash="attendance"
              aria-label={t('participation.giveAnswerFor', { event: event.eventName })}
            >
              {t('participation.giveAnswer')}
            </ButtonLink>
          ),
        }))}
      />
    </Section>
  )
}
