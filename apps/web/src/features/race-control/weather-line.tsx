import { useText } from '../../messages/use-text.ts'
import { weatherName } from '../../timing/names.ts'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { useLive } from '../race/use-live.ts'

/** Shows the weather in the strip: its sign and the temperatures of track and air. */
export function WeatherLine() {
  const t = useText()
  const weather = useLive((session) => session.weather) ?? -1
  const trackTemp = useLive((session) => session.trackTemp)
  const airTemp = useLive((session) => session.airTemp)
  return (
    <p className="timing hidden shrink-0 items-center gap-1.5 text-timing leading-none text-muted xl:flex">
      <WeatherIcon weather={weather} />
      <span className="sr-only">{weatherName(weather, t)}</span>
      <span title={t('screen.track')}>
        <span className="sr-only">{t('screen.track')} </span>
        {t('screen.degrees', { degrees: trackTemp ?? '–' })}
      </span>
      <span aria-hidden="true">/</span>
      <span title={t('screen.air')}>
        <span className="sr-only">{t('screen.air')} </span>
        {t('screen.degrees', { degrees: airTemp ?? '–' })}
      </span>
    </p>
  )
}
