import { useText } from '../../messages/use-text.ts'
import { Icon } from '../icon.tsx'
import { pagesShown } from './pages-shown.ts'

interface PaginationProps {
  /** Pages count from 1. */
  readonly page: number
  readonly totalPages: number
  readonly onPage: (page: number) => void
}

export function Pagination({ page, totalPages, onPage }: PaginationProps) {
  const t = useText()
  if (totalPages <= 1) return null
  return (
    <nav aria-label={t('ui.pages')} className="flex flex-wrap items-center gap-1">
      <PageButton label={t('ui.previousPage')} page={page - 1} end={page <= 1} onPage={onPage}>
        <Icon name="chevronLeft" />
      </PageButton>
      <span className="timing px-2 text-timing text-muted sm:hidden">
        {t('ui.pageOf', { page, count: totalPages })}
      </span>
      <span className="contents max-sm:hidden">
        {pagesShown(page, totalPages).map((number, index) =>
          number === null ? (
            <span key={`gap ${index}`} className="px-1 text-faint">
              …
            </span>
          ) : (
            <PageButton
              key={number}
              label={t('ui.pageOf', { page: number, count: totalPages })}
              page={number}
              current={number === page}
              onPage={onPage}
            >
              {number}
            </PageButton>
          ),
        )}
      </span>
      <PageButton label={t('ui.nextPage')} page={page + 1} end={page >= totalPages} onPage={onPage}>
        <Icon name="chevronRight" />
      </PageButton>
    </nav>
  )
}

interface PageButtonProps {
  readonly label: string
  readonly page: number
  readonly current?: boolean
  readonly end?: boolean
  readonly onPage: (page: number) => void
  readonly children: React.ReactNode
}

function PageButton({
  label,
  page,
  current = false,
  end = false,
  onPage,
  children,
}: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      disabled={end}
      onClick={() => onPage(page)}
      className="timing control grid min-w-10 place-items-center rounded-m border border-transparent px-2 text-timing text-muted tabular-nums transition-colors hover:bg-raised hover:text-text disabled:opacity-40 aria-[current=page]:border-text aria-[current=page]:font-semibold aria-[current=page]:text-text coarse:min-w-11"
    >
      {children}
    </button>
  )
}
