/** What a page shows that failed: what happened, and the one thing that can help. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div role="alert" className="py-16 text-center">
      <h1 className="text-3xl">This page could not be shown</h1>
      <p className="mx-auto mt-3 max-w-prose text-muted">
        {error instanceof Error ? error.message : 'Something unexpected happened.'}
      </p>
      <button
        type="button"
        onClick={retry}
        className="mt-5 min-h-11 rounded-m bg-primary-fill px-5 text-white hover:bg-primary-fill/85"
      >
        Try again
      </button>
    </div>
  )
}
