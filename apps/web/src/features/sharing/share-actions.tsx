import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'
import type { EmbedAddress } from './embed-address.ts'
import { PrivateLinkDialog, type PrivateOwner } from './private-link-dialog.tsx'

const SEASON_EMBEDS = ['drivers', 'teams', 'calendar'] as const

const PictureDialog = lazyDialog(async () => (await import('./picture-dialog.tsx')).PictureDialog)

const EmbedDialog = lazyDialog(async () => (await import('./embed-dialog.tsx')).EmbedDialog)

interface Embedded {
  readonly kind: 'season' | 'session'
  readonly id: string
  /** Only a season whose tiers compete has one. */
  readonly tier?: string | null
}

interface ShareActionsProps {
  /** The path leads to the page on this site; it includes the search parameters if they are part of what is shared. */
  readonly path: string
  /** Names what is embedded. */
  readonly title: string
  /** The season or session has embeds; it is null without any. What is private has none. */
  readonly embedded: Embedded | null
  /**
   * If the page is private, this names what can be changed so that others can open the link. It is null for a public
   * page.
   */
  readonly privateOf?: PrivateOwner | null
  /** It is the address of the page's picture, which is left out without one. What is private has none. */
  readonly picturePath?: string | undefined
}

/** Copies the link to a page, offers its picture, and opens the code that shows its subject in a page of another site. */
export function ShareActions({
  path,
  title,
  embedded,
  privateOf = null,
  picturePath,
}: ShareActionsProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [isPictured, setPictured] = useState(false)
  return (
    <>
      <ShareButton address={location.origin + path} privateOf={privateOf} />
      {picturePath !== undefined && privateOf === null && (
        <Button look="plain" onClick={() => setPictured(true)}>
          {t('embedding.picture')}
        </Button>
      )}
      {isPictured && picturePath !== undefined && (
        <PictureDialog title={title} path={picturePath} onClose={() => setPictured(false)} />
      )}
      {embedded && privateOf === null && (
        <Button look="plain" onClick={() => setOpen(true)}>
          {t('embedding.embed')}
        </Button>
      )}
      {isOpen && embedded && (
        <EmbedDialog
          title={title}
          addresses={addressesOf(embedded)}
          tier={embedded.tier ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function addressesOf({ kind, id }: Embedded): EmbedAddress[] {
  return kind === 'session'
    ? [{ kind: 'sessions', id }]
    : SEASON_EMBEDS.map((part) => ({ kind: part, id }))
}

interface ShareButtonProps {
  readonly address: string
  readonly privateOf: PrivateOwner | null
}

/** Copies the address of something to the clipboard; if it is private, only after the user has confirmed that. */
function ShareButton({ address, privateOf }: ShareButtonProps) {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
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
    <>
      <Button look="plain" onClick={() => (privateOf === null ? void copy() : setAsking(true))}>
        {t(isCopied ? 'ui.copied' : 'ui.copyLink')}
      </Button>
      {isAsking && (
        <PrivateLinkDialog {...privateOf} onCopy={copy} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
