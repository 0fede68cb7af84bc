/** Lists of choices and of commands have this look, which open beside their button. */
export const POPUP_LOOK =
  'overlay rounded-m border border-line-strong bg-raised p-1 text-text shadow-overlay outline-none data-starting-style:scale-97 data-ending-style:scale-97'

export const POPUP_ITEM_LOOK =
  'control flex cursor-default items-center gap-3 rounded-s px-3 outline-none select-none data-highlighted:bg-line-strong data-disabled:text-faint'

/** All that takes an entry has one look: input, text area, select. */
export const CONTROL_LOOK =
  'control w-full rounded-m border border-control bg-page px-3 text-text placeholder:text-faint transition-colors enabled:hover:border-faint aria-invalid:border-2 aria-invalid:border-bad disabled:cursor-not-allowed disabled:opacity-60'
