/** Grey shapes where content will be, of its size so that nothing jumps when it comes. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-m bg-panel ${className}`} />
}

export function PageSkeleton() {
  return (
    <output aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-10 w-2/3 max-w-md" />
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </output>
  )
}
