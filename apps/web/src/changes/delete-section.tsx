import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../messages/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Section } from '../ui/section.tsx'
import type { Edit } from './use-edit.ts'

interface DeleteSectionProps {
  readonly title: string
  readonly description: string
  readonly name: string
  readonly edit: Edit
  /** The query with this key reads the league or season. */
  readonly queryKey: QueryKey
  readonly remove: (ifMatch: number) => Promise<unknown>
  readonly restore: () => Promise<unknown>
  /** Leaves the page. */
  readonly onDeleted: () => void
}

/** Deletes a league or season after a confirmation; it can be restored. */
export function DeleteSection({
  title,
  description,
  name,
  edit,
  queryKey,
  remove,
  restore,
  onDeleted,
}: DeleteSectionProps) {
  const t = useText()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)

  async function removeAndLeave(ifMatch: number) {
    await remove(ifMatch)
    onDeleted()
    queries.removeQueries({ queryKey })
  }

  return (
    <Section title={title}>
      <div className="flex flex-col items-start gap-3">
        <p className="max-w-prose text-muted">{description}</p>
        <Button look="danger" onClick={() => setAsked(true)}>
          {title}
        </Button>
        {asked && (
          <ConfirmDialog
            title={t('organiser.deleteAsk', { name })}
            description={description}
            cancelLabel={t('ui.cancel')}
            confirmLabel={title}
            onClose={() => setAsked(false)}
            onConfirm={() =>
              edit.run(removeAndLeave, {
                done: t('organiser.wasDeleted', { name }),
                undo: restore,
              })
            }
          />
        )}
      </div>
    </Section>
  )
}
