/** One look for what takes an entry: input, text area, select. */
export const CONTROL_LOOK =
  'control w-full rounded-m border border-line-strong bg-page px-3 text-text placeholder:text-faint transition-colors hover:not-data-disabled:border-faint data-invalid:border-bad data-invalid:border-2 data-disabled:cursor-not-allowed data-disabled:opacity-60'
