import { errorWords } from '../../auth/service/error-words.ts'
import { holdNotice, type Notice } from '../../auth/notice.ts'
import { useText } from '../../messages/use-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** What became of the link or the other site by which the visitor came. */
export function NoticeBanner({ notice }: { readonly notice: Notice }) {
  const text = useText()
  const [title, why] = {
    error: () => [
      text('account.noticeError'),
      errorWords({ code: notice.kind === 'error' ? notice.code : '' }, text),
    ],
    stale: () => [text('account.noticeStale'), text('account.noticeStaleWhy')],
    halfConfirmed: () => [text('account.noticeHalf'), text('account.noticeHalfWhy')],
  }[notice.kind]()
  return (
    <div
      role="alert"
      className="mb-5 flex items-start gap-3 rounded-m border border-secondary/60 bg-panel py-2 pr-2 pl-4"
    >
      <div className="min-w-0 flex-1 py-1.5">
        <p className="timing text-xl font-semibold text-secondary">{title}</p>
        <p className="max-w-prose">{why}</p>
      </div>
      <IconButton icon="close" label={text('ui.close')} onClick={() => holdNotice(null)} />
    </div>
  )
}
