import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/button.tsx'

/** Somebody else has corrected it meanwhile: what he changed stands, but where something was typed. */
export function MissedChanges({
  changes,
  onSeen,
}: {
  readonly changes: readonly string[]
  readonly onSeen: () => void
}) {
  const text = useText()
  return (
    <div role="alert" className="rounded-l border border-secondary bg-panel p-4">
      <h2 className="text-xl text-secondary">{text('organiser.conflictTitle')}</h2>
      <p className="mt-1 mb-2 max-w-prose">{text('organiser.correctedMeanwhile')}</p>
      <ul className="mb-3 flex max-w-prose list-disc flex-col gap-1 pl-5 wrap-anywhere">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <Button onClick={onSeen}>{text('organiser.conflictSeen')}</Button>
    </div>
  )
}
