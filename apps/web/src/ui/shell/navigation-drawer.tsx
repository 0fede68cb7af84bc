import { Link } from '@tanstack/react-router'
import { useRef } from 'react'

const ENTRIES = [
  { to: '/', label: 'Home' },
  { to: '/live', label: 'Live' },
] as const

/** The narrow page's navigation; the dialog element keeps focus inside and closes on Escape. */
export function NavigationDrawer() {
  const drawer = useRef<HTMLDialogElement>(null)
  const close = () => drawer.current?.close()
  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
        className="grid size-11 place-items-center rounded-m hover:bg-raised"
      >
        <Icon path="M3 6h18M3 12h18M3 18h18" />
      </button>
      <dialog
        ref={drawer}
        aria-label="Menu"
        {...{ closedby: 'any' }}
        className="drawer ml-auto h-dvh max-h-none w-72 max-w-[85vw] border-l border-line bg-panel text-text backdrop:bg-black/60"
      >
        <div className="flex min-h-full flex-col p-3">
          <button
            type="button"
            aria-label="Close menu"
            onClick={close}
            className="grid size-11 place-items-center self-end rounded-m hover:bg-raised"
          >
            <Icon path="M5 5l14 14M19 5L5 19" />
          </button>
          <nav aria-label="Main">
            {ENTRIES.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact: true }}
                onClick={close}
                className="flex min-h-12 items-center rounded-m border-l-2 border-transparent px-4 text-lg hover:bg-raised aria-[current=page]:border-primary aria-[current=page]:bg-raised"
              >
                {label}
              </Link>
            ))}
          </nav>
        </div>
      </dialog>
    </>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-6 fill-none stroke-current"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d={path} />
    </svg>
  )
}
