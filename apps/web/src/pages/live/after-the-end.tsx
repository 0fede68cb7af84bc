import { useLive } from '../../features/race/use-live.ts'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'

/** Shows where a session that has ended leads to, on a phone or tablet, whose strip has room for its result alone. */
export function AfterTheEnd() {
  const t = useText()
  const userId = useLive((session) => session.userId)
  if (userId === null) return null
  return (
    <p className="flex flex-wrap gap-x-5 px-2 pb-1.5 wide:hidden">
      <TextLink to="/liveUser/$userId" params={{ userId }}>
        {t('live.whatIsNext')}
      </TextLink>
      <TextLink to="/streamOverlay" search={{ session: '', user: userId }}>
        {t('live.overlay')}
      </TextLink>
    </p>
  )
}
