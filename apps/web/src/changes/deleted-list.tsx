import type { Deleted } from '@pitboard/contract/wire/history'
import { useMutation } from '@tanstack/react-query'
import { refusalText } from '../messages/refusal-text.ts'
import { useText } from '../messages/use-text.ts'
import { formatDate } from '../timing/format-date.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ItemList } from '../ui/lists/item-list.tsx'
import { Section } from '../ui/section.tsx'
import { showToast } from '../ui/toast/toast.ts'

/** Lists deleted items that can be restored. */
export function DeletedList({
  deleted,
  restore,
}: {
  readonly deleted: readonly Deleted[]
  readonly restore: (id: string) => Promise<unknown>
}) {
  const t = useText()
  const restoration = useMutation({
    mutationFn: restore,
    onSuccess: () => void showToast({ title: t('organiser.restored'), tone: 'good' }),
    onError: (error) => void showToast({ title: refusalText(error, t), tone: 'bad' }),
  })
  if (deleted.length === 0) return null

  return (
    <Section title={t('organiser.deleted')}>
      <ItemList
        label={t('organiser.deleted')}
        items={deleted.map(({ id, name, restorableUntil }) => ({
          id,
          title: name,
          detail: t('organiser.restorableUntil', {
            date: formatDate(restorableUntil, t.locale),
          }),
          action: (
            <Button
              size="small"
              loading={restoration.isPending && restoration.variables === id}
              aria-label={`${t('organiser.restore')}: ${name}`}
              onClick={() => restoration.mutate(id)}
            >
              {t('organiser.restore')}
            </Button>
          ),
        }))}
      />
    </Section>
  )
}
