import { Link } from '@tanstack/react-router'

export function Logo() {
  return (
    <Link to="/" className="timing flex min-h-11 items-center gap-2.5 text-2xl font-semibold">
      <svg viewBox="0 0 20 18" aria-hidden="true" className="h-[18px] w-5">
        <rect width="20" height="4" rx="1" className="fill-primary" />
        <rect y="7" width="14" height="4" rx="1" className="fill-secondary" />
        <rect y="14" width="9" height="4" rx="1" className="fill-text" />
      </svg>
      Pitboard
    </Link>
  )
}
