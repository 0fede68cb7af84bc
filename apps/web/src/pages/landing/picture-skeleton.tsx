import { Skeleton } from '../../ui/skeleton.tsx'

/** As large as the race that comes. */
export function PictureSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-20 sm:min-h-11" />
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_21rem] wide:grid-cols-[minmax(0,1fr)_25rem]">
        <Skeleton className="h-60 sm:h-72 md:h-auto" />
        <Skeleton className="h-[22.4rem]" />
      </div>
      <div className="min-h-6" />
    </div>
  )
}
