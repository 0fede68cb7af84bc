import { useState } from 'react'
import { codeOf, authErrorMessage } from '../../auth/service/error-messages.ts'
import { setNotice, type Notice } from '../../auth/notice.ts'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'

/** Says what became of the link or the other site by which the visitor came. */
export function NoticeBanner({ notice }: { readonly notice: Notice }) {
  const t = useText()
  const session = useAccount()
  const [title, why] = {
    error: () => [
      t('account.noticeError'),
      authErrorMessage({ code: notice.kind === 'error' ? notice.code : '' }, t),
    ],
    stale: () => [t('account.noticeStale'), t('account.noticeStaleWhy')],
    signInAs: () => [
      t('account.signInAs', { name: notice.kind === 'signInAs' ? notice.name : '' }),
      session === null
        ? t('account.signInAsWhy')
        : `${t('account.signInAsWhy')} ${t('account.signInAsInstead', { name: session.email || session.username })}`,
    ],
    halfConfirmed: () => [t('account.noticeHalf'), t('account.noticeHalfWhy')],
  }[notice.kind]()
  return (
    <div
      role="alert"
      className="mb-5 flex items-start gap-3 rounded-m border border-secondary/60 bg-panel py-2 pr-2 pl-4"
    >
      <div className="min-w-0 flex-1 py-1.5">
        <p className="timing text-subhead font-semibold text-secondary">{title}</p>
        <p className="max-w-prose wrap-anywhere">{why}</p>
        {notice.kind === 'signInAs' && <SignInChoice {...notice} />}
      </div>
      <IconButton icon="close" label={t('ui.close')} onClick={() => setNotice(null)} />
    </div>
  )
}

function SignInChoice({ name, accept }: Extract<Notice, { kind: 'signInAs' }>) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)

  async function signIn() {
    setBusy(true)
    try {
      await accept()
    } catch (error) {
      setNotice({ kind: 'error', code: codeOf(error) })
    }
  }

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button loading={isBusy} onClick={() => void signIn()}>
        {t('account.doSignInAs', { name })}
      </Button>
      <Button look="quiet" onClick={() => setNotice(null)}>
        {t('account.doNotSignIn')}
      </Button>
    </div>
  )
}
