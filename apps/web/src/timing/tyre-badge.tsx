import { useText } from '../messages/use-text.ts'
import { compoundOf } from './names.ts'

/** Shows the compound as the side wall does: letter and ring in its colour. */
export function TyreBadge({ tyreCompound }: { tyreCompound: number }) {
  const t = useText()
  const { letter, name, colour } = compoundOf(tyreCompound)
  return (
    <span
      title={t(name)}
      className="timing inline-grid size-5.5 shrink-0 place-items-center rounded-full border-[2.5px] bg-page text-[0.8125rem] leading-none font-semibold"
      style={{ borderColor: colour, color: colour }}
    >
      <span aria-hidden="true">{letter}</span>
      <span className="sr-only">{t(name)}</span>
    </span>
  )
}
