import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'

/** A table from the clipboard, where the browser gives it: pasting into a field is long on a phone. */
export function PasteButton({ onText }: { readonly onText: (text: string) => void }) {
  const text = useText()
  // Not over plain HTTP, and not in every browser, whatever the types say.
  if (!isSecureContext || !('readText' in navigator.clipboard)) return null

  async function paste() {
    try {
      onText(await navigator.clipboard.readText())
    } catch {
      void showToast({ title: text('organiser.noClipboard'), tone: 'bad' })
    }
  }

  return (
    <Button size="small" onClick={() => void paste()}>
      {text('organiser.pasteTable')}
    </Button>
  )
}
