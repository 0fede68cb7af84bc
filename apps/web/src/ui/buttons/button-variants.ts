export type ButtonVariant = 'primary' | 'secondary' | 'plain' | 'quiet' | 'danger'

const LOOKS: Readonly<Record<ButtonVariant, string>> = {
  primary:
    'border-transparent bg-primary-fill text-white hover:bg-[color-mix(in_srgb,var(--color-primary-fill)_90%,var(--color-white))]',
  secondary: 'border-faint text-text hover:border-text hover:bg-raised',
  /**
   * This look is for buttons in every row or on every page: they must not draw more attention than the page's main
   * action.
   */
  plain: 'border-line-strong text-text hover:border-faint hover:bg-raised',
  quiet: 'border-transparent text-muted hover:bg-raised hover:text-text',
  danger: 'border-line-strong text-bad hover:border-bad hover:bg-bad/10',
}

const SIZES = {
  normal: 'px-4',
  small: 'px-3 text-small',
  square: 'aspect-square px-0',
} as const

export type ButtonSize = keyof typeof SIZES

/** All that is pressed has one look, whether it is a button or a link. */
export function buttonClass(look: ButtonVariant, size: ButtonSize): string {
  return `pressable control relative inline-flex items-center justify-center gap-2 rounded-m border text-center whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress ${SIZES[size]} ${LOOKS[look]}`
}
