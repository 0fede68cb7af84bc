import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { EmbedForm, type EmbedFormProps } from './embed-form.tsx'

interface EmbedDialogProps extends EmbedFormProps {
  readonly onClose: () => void
}

export function EmbedDialog({ onClose, ...subject }: EmbedDialogProps) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('embedding.title')}
      description={t('embedding.why')}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <EmbedForm {...subject} />
    </Dialog>
  )
}
