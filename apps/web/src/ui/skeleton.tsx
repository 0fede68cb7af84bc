/** Grey shapes where content will be, of its size so that nothing jumps when it comes. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-m bg-raised ${className}`} />
}
