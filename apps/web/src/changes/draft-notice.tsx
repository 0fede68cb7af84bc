import { itemAt } from '@pitboard/contract/wire/item-at'
import { useRef } from 'react'
import type { Text } from '../messages/create-text.ts'
import { useText } from '../messages/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { changedFields } from './changed-fields.ts'
import type { Difference } from './draft.ts'
import type { Draft } from './use-draft.ts'

/** Returns lines such as "Name: Sunday → Tuesday", several where a part has several fields. */
export type DescribeDifference = (difference: Difference, t: Text) => readonly string[]

/** The fields are called as in the history. */
export const describeField: DescribeDifference = ({ path, before, after }, t) =>
  changedFields(itemAt(path, path.length - 1), { before, after }, t)

interface DraftNoticeProps {
  readonly draft: Pick<Draft<object>, 'conflicts' | 'decide' | 'taken' | 'dismissTaken'>
  readonly describe: DescribeDifference
}

/** Shows what others saved while a draft was being edited. */
export function DraftNotice({ draft, describe }: DraftNoticeProps) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const { conflicts, taken } = draft

  /** The button that was pressed is removed, so the keyboard goes on in the form. */
  function leave(act: () => void): void {
    const form = place.current?.closest('form')
    act()
    const next = [...(form?.elements ?? [])].find((one) => !place.current?.contains(one))
    if (next instanceof HTMLElement) next.focus()
  }

  const lines = (differences: readonly Difference[]) =>
    differences.flatMap((difference) => describe(difference, t))
  return (
    <div ref={place} className="flex max-w-4xl flex-col gap-4 empty:hidden">
      {conflicts.length > 0 && (
        <div role="alert" className="rounded-l border border-secondary bg-panel p-4">
          <h3 className="text-subhead text-secondary">{t('ui.conflictTitle')}</h3>
          <p className="mt-1 mb-3 max-w-prose">{t('ui.draftConflict')}</p>
          <dl className="mb-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
            <Side name={t('ui.draftTheirs')} lines={lines(conflicts)} />
            <Side
              name={t('ui.draftMine')}
              lines={lines(conflicts.map(({ mine, ...one }) => ({ ...one, after: mine })))}
            />
          </dl>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => leave(() => draft.decide('mine'))}>{t('ui.keepMine')}</Button>
            <Button onClick={() => leave(() => draft.decide('theirs'))}>
              {t('ui.takeTheirs')}
            </Button>
          </div>
        </div>
      )}
      {taken.length > 0 && (
        <div role="status" className="rounded-l border border-line-strong bg-panel p-4">
          <h3 className="text-subhead">{t('ui.conflictTitle')}</h3>
          <p className="mt-1 mb-2 max-w-prose">{t('ui.draftTaken')}</p>
          <Lines lines={lines(taken)} />
          <div className="mt-3">
            <Button onClick={() => leave(draft.dismissTaken)}>{t('ui.conflictSeen')}</Button>
          </div>
        </div>
      )}
    </div>
  )
}

function Side({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd>
        <Lines lines={lines} />
      </dd>
    </div>
  )
}

const LINES_MAX = 12

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const shown = lines.slice(0, LINES_MAX)
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 wrap-anywhere">
      {(lines.length > LINES_MAX ? [...shown, '…'] : shown).map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}
