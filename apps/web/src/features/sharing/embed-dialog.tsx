import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { EmbedForm, type EmbedFormProps } from './embed-form.tsx'

interface EmbedDialogProps extends EmbedFormProps {
  readonly onClose: () => void
}

export function EmbedDialog({ onClose, ...subject }: EmbedDialogProps) {
  const text = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('embedding.title')}
      description={text('embedding.why')}
      actions={<Button onClick={onClose}>{text('ui.close')}</Button>}
    >
      <EmbedForm {...subject} />
    </Dialog>
  )
}
