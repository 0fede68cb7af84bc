import { useText } from '../messages/use-text.ts'
import { Button } from '../ui/button.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import type { Edit } from './use-edit.ts'

/** Above an editor: what others changed meanwhile, and the last change to take back. */
export function EditBar({ edit }: { readonly edit: Edit }) {
  const text = useText()
  const [undo] = edit.undos
  return (
    <>
      {edit.conflict && <ConflictNotice changes={edit.conflict} onDismiss={edit.dismissConflict} />}
      {undo && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m border border-line bg-panel px-4 py-2">
          <span className="min-w-0 flex-1 wrap-anywhere">{undo.label}</span>
          <Button size="small" onClick={() => void edit.takeBack()}>
            {text('organiser.undo')}
          </Button>
        </p>
      )}
    </>
  )
}
