import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import type { EmbedAddress } from './embed-address.ts'

const SEASON_EMBEDS = ['drivers', 'teams', 'calendar'] as const

const EmbedDialog = lazyPart(async () => (await import('./embed-dialog.tsx')).EmbedDialog, {
  fallback: null,
})

interface ShareActionsProps {
  /** Of the page, on this site; with its search where that is part of what is shared. */
  readonly path: string
  /** Names what is embedded. */
  readonly title: string
  /** The season or session with embeds; null without any, and for what is private. */
  readonly embedded: { readonly kind: 'season' | 'session'; readonly id: string } | null
}

/** Copies the link to a page, and opens the code that shows its subject in a page of another site. */
export function ShareActions({ path, title, embedded }: ShareActionsProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ShareButton address={location.origin + path} />
      {embedded && (
        <Button look="plain" onClick={() => setOpen(true)}>
          {text('embedding.embed')}
        </Button>
      )}
      {isOpen && embedded && (
        <EmbedDialog
          title={title}
          addresses={addressesOf(embedded)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function addressesOf({ kind, id }: NonNullable<ShareActionsProps['embedded']>): EmbedAddress[] {
  return kind === 'session'
    ? [{ kind: 'sessions', id }]
    : SEASON_EMBEDS.map((part) => ({ kind: part, id }))
}

/** Puts the address of something into the clipboard. */
function ShareButton({ address }: { readonly address: string }) {
  const text = useText()
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      // Pages from a plain http address have no clipboard: the address bar has it, too.
      setCopied(false)
    }
  }
  return (
    <Button look="plain" onClick={() => void copy()}>
      {text(isCopied ? 'ui.copied' : 'ui.copyLink')}
    </Button>
  )
}
