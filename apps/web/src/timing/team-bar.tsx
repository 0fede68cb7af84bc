import { readableColour } from './readable-colour.ts'

/** Shows the team's colour beside a driver; the team's name stands elsewhere. */
export function TeamBar({ teamColour }: { readonly teamColour: string | null | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="h-5 w-1 shrink-0 rounded-[1px]"
      style={{ backgroundColor: readableColour(teamColour) }}
    />
  )
}
