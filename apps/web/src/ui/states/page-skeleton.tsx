import { useText } from '../../messages/use-text.ts'

export function PageSkeleton() {
  const t = useText()
  return (
    <output aria-label={t('ui.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-10 w-2/3 max-w-md" />
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </output>
  )
}

/** Shows grey shapes where content will be, of its size so that nothing jumps when it comes. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-m bg-raised ${className}`} />
}
