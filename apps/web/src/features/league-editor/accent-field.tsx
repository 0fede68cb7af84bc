import { useText } from '../../messages/use-text.ts'
import { FIRST_COLOUR } from '../../timing/team-colours.ts'
import { accentText } from '../../timing/readable-colour.ts'
import { LEAGUE_FIELDS } from '../../changes/edited-fields.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'

interface AccentFieldProps {
  /** This is the typed text: it may be incomplete, and is empty if there is no colour. */
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly error: string | null
}

/** Asks for a colour from the browser's palette or by its number, and shows the shade of it that texts have. */
export function AccentField({ typed, onType, error }: AccentFieldProps) {
  const t = useText()
  const colour = readColour(typed)
  const label = t(LEAGUE_FIELDS.accentColour.label)
  return (
    <Field
      name="accentColour"
      label={label}
      hint={colour === null ? t('organiser.accentHint') : <TextShade colour={colour} />}
      error={error}
    >
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="color"
          aria-label={t('organiser.accentPalette')}
          value={colour ?? FIRST_COLOUR}
          onChange={(event) => onType(event.target.value)}
          className="control w-14 cursor-pointer rounded-m border border-line-strong bg-page p-1"
        />
        <div className="w-32">
          <Input
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            placeholder={FIRST_COLOUR}
            value={typed}
            onChange={(event) => onType(event.target.value.trim())}
          />
        </div>
        {typed !== '' && (
          <Button look="quiet" onClick={() => onType('')}>
            {t('organiser.removeAccent')}
          </Button>
        )}
      </div>
    </Field>
  )
}

function TextShade({ colour }: { readonly colour: string }) {
  const t = useText()
  const shade = accentText(colour)
  return (
    <span style={{ color: shade }}>
      {shade === colour
        ? t('organiser.accentReadable')
        : t('organiser.accentShade', { colour: shade })}
    </span>
  )
}

/** Returns `#rrggbb` in lower case; null for anything else. */
export function readColour(typed: string): string | null {
  return /^#[\da-f]{6}$/i.test(typed) ? typed.toLowerCase() : null
}
