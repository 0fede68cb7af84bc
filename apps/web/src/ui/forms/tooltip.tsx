import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

interface TooltipProps {
  readonly text: string
  /** A button or a link: what takes no focus has no tooltip by keyboard. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** A few words on what a part means; never the only place of something that must be known. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6} className="z-50">
          <BaseTooltip.Popup className="overlay max-w-64 rounded-s border border-line-strong bg-raised px-2.5 py-1.5 text-small text-text shadow-overlay">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
