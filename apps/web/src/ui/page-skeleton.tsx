import { useText } from '../messages/use-text.ts'
import { Skeleton } from './skeleton.tsx'

export function PageSkeleton() {
  const text = useText()
  return (
    <output aria-label={text('ui.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-10 w-2/3 max-w-md" />
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </output>
  )
}
