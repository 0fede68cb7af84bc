const PATHS = {
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronLeft: 'm14.5 6-6 6 6 6',
  chevronRight: 'm9.5 6 6 6-6 6',
  ascending: 'M12 18V6m-5 5 5-5 5 5',
  descending: 'M12 6v12m-5-5 5 5 5-5',
  sortable: 'm8 10 4-4 4 4M8 14l4 4 4-4',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 6v12M15.5 6v12',
  info: 'M12 11v6M12 7.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  warning: 'M12 9.5v4.5M12 17.5h.01M12 3.5 2.5 20h19z',
  arrowRight: 'M5 12h14m-5-5 5 5-5 5',
  download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
} as const

export type IconName = keyof typeof PATHS

/** Shows a sign beside a word, or on a button that has a name; it says nothing itself. */
export function Icon({
  name,
  size = 'size-5',
}: {
  readonly name: IconName
  readonly size?: 'size-4' | 'size-5' | 'size-6'
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`${size} shrink-0`}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
