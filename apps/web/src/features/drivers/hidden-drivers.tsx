import type { EventSession, SeasonEvent } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { NameCars } from './name-cars.tsx'
import { sessionTitle } from '../season/session-titles.ts'
import { useEditedSeason } from '../season/edited-season.ts'

interface Linked {
  readonly event: SeasonEvent
  readonly linked: EventSession
  readonly hidden: number
}

/** Lists sessions in which the game hid names; nobody is merged before the organiser says who it was. */
export function HiddenDrivers() {
  const { season } = useEditedSeason()
  const t = useText()
  const [opened, setOpened] = useState<Linked | null>(null)
  const hidden = season.standings.drivers.filter(({ isHidden }) => isHidden)
  const sessions = season.events.flatMap((event) =>
    event.sessions.flatMap((linked): Linked[] => {
      const count = hidden.filter(({ results }) =>
        results.some(({ sessionId }) => sessionId === linked.session.id),
      ).length
      return count === 0 ? [] : [{ event, linked, hidden: count }]
    }),
  )
  if (sessions.length === 0) return null
  return (
    <Section title={t('organiser.hiddenNames')}>
      <p className="mb-3 max-w-prose text-muted">{t('organiser.hiddenNamesWhy')}</p>
      <ItemList
        label={t('organiser.hiddenNames')}
        items={sessions.map((one) => {
          const { event, linked } = one
          const title = sessionTitle(season, event, linked, t)
          return {
            id: linked.session.id,
            title,
            detail: t('organiser.hiddenCount', { count: one.hidden }),
            action: (
              <Button
                size="small"
                aria-label={`${t('organiser.sayWho')}: ${title}`}
                onClick={() => setOpened(one)}
              >
                {t('organiser.sayWho')}
              </Button>
            ),
          }
        })}
      />
      {opened && <NameCars {...opened} onClose={() => setOpened(null)} />}
    </Section>
  )
}
