import type { Deleted } from '@pitboard/contract/wire/history'
import { useState } from 'react'
import { useText } from '../messages/use-text.ts'
import { formatDate } from '../timing/format-date.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ItemList } from '../ui/lists/item-list.tsx'
import { Section } from '../ui/section.tsx'
import { showToast } from '../ui/toast/toast.ts'
import { problemMessage } from './problem-messages.ts'

/** What was deleted and can still be brought back; nothing where there is nothing. */
export function DeletedList({
  deleted,
  restore,
}: {
  readonly deleted: readonly Deleted[]
  readonly restore: (id: string) => Promise<unknown>
}) {
  const text = useText()
  const [busy, setBusy] = useState<string | null>(null)
  if (deleted.length === 0) return null

  async function bringBack(id: string) {
    setBusy(id)
    try {
      await restore(id)
      void showToast({ title: text('organiser.restored'), tone: 'good' })
    } catch (error) {
      void showToast({ title: problemMessage(error, text), tone: 'bad' })
    } finally {
      setBusy(null)
    }
  }

  return (
    <Section title={text('organiser.deleted')}>
      <ItemList
        label={text('organiser.deleted')}
        items={deleted.map(({ id, name, restorableUntil }) => ({
          id,
          title: name,
          detail: text('organiser.restorableUntil', {
            date: formatDate(restorableUntil, text.locale),
          }),
          action: (
            <Button
              size="small"
              loading={busy === id}
              aria-label={`${text('organiser.restore')}: ${name}`}
              onClick={() => void bringBack(id)}
            >
              {text('organiser.restore')}
            </Button>
          ),
        }))}
      />
    </Section>
  )
}
