import { Link } from '@tanstack/react-router'

export function NotFound() {
  return (
    <div className="py-16 text-center">
      <title>Page not found · Pitboard</title>
      <p aria-hidden="true" className="timing text-7xl font-semibold text-line-strong">
        404
      </p>
      <h1 className="mt-2 text-3xl">Page not found</h1>
      <p className="mt-4">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center text-primary underline underline-offset-3"
        >
          Go to the home page
        </Link>
      </p>
    </div>
  )
}
