import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

/** The reader may change this; it is empty for those who may change nothing. */
export interface PrivateOwner {
  readonly seasonId?: string | undefined
  readonly leagueId?: string | undefined
}

interface PrivateLinkDialogProps extends PrivateOwner {
  readonly onCopy: () => Promise<void>
  readonly onClose: () => void
}

/** The link to something private is dead for everybody else: how they can be let in. */
export function PrivateLinkDialog({ seasonId, leagueId, onCopy, onClose }: PrivateLinkDialogProps) {
  const t = useText()
  return (
    <ConfirmDialog
      title={t('embedding.privateTitle')}
      description={t('embedding.privateWhy')}
      cancelLabel={t('ui.cancel')}
      confirmLabel={t('embedding.copyAnyway')}
      look="primary"
      onClose={onClose}
      onConfirm={onCopy}
    >
      <div className="flex flex-wrap gap-2">
        {seasonId !== undefined && (
          <ButtonLink
            to="/dashboard/seasons/$seasonId/edit"
            params={{ seasonId }}
            search={{ part: 'settings' }}
          >
            {t('embedding.makePublic')}
          </ButtonLink>
        )}
        {leagueId !== undefined && (
          <ButtonLink to="/dashboard/leagues/$leagueId/edit" params={{ leagueId }}>
            {t(seasonId === undefined ? 'embedding.openLeague' : 'embedding.invite')}
          </ButtonLink>
        )}
      </div>
    </ConfirmDialog>
  )
}
