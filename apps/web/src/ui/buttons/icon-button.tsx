import { Button } from './button.tsx'
import { Icon, type IconName } from '../icon.tsx'

interface IconButtonProps {
  readonly icon: IconName
  /** It says what the button does, and names it for those who do not see the sign. */
  readonly label: string
  readonly onClick: () => void
  readonly disabled?: boolean
  /** Only a toggle button has this: it says whether the button is pressed. */
  readonly pressed?: boolean
}

export function IconButton({ icon, label, onClick, disabled = false, pressed }: IconButtonProps) {
  return (
    <Button
      look="quiet"
      size="square"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </Button>
  )
}
