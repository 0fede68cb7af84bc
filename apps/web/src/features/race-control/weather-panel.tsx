import { useText } from '../../messages/use-text.ts'
import { weatherName } from '../../timing/names.ts'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { Card } from '../../ui/card.tsx'
import { useLive } from '../race/use-live.ts'

const SAMPLES_SHOWN = 5

export function WeatherPanel() {
  const t = useText()
  const weather = useLive((session) => session.weather) ?? -1
  const trackTemp = useLive((session) => session.trackTemp)
  const airTemp = useLive((session) => session.airTemp)
  return (
    <Card as="section" label={t('screen.weather')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex items-center gap-2">
          <WeatherIcon weather={weather} />
          <span>{weatherName(weather, t)}</span>
        </p>
        <dl className="timing flex gap-4 text-timing">
          <div className="flex items-baseline gap-1.5">
            <dt className="label">{t('screen.track')}</dt>
            <dd>{t('screen.degrees', { degrees: trackTemp ?? '–' })}</dd>
          </div>
          <div className="flex items-baseline gap-1.5">
            <dt className="label">{t('screen.air')}</dt>
            <dd>{t('screen.degrees', { degrees: airTemp ?? '–' })}</dd>
          </div>
        </dl>
        <Forecast />
      </div>
    </Card>
  )
}

function Forecast() {
  const t = useText()
  const sessionType = useLive((session) => session.sessionType)
  const samples = useLive((session) => session.weatherForecastSamples) ?? []
  const shown = samples
    .filter((sample) => sample.sessionTypeMode === sessionType && sample.timeOffSet > 0)
    .slice(0, SAMPLES_SHOWN)
  if (shown.length === 0) return null
  return (
    <ul
      aria-label={t('screen.forecast')}
      className="timing flex basis-full justify-between gap-2 border-t border-line pt-2"
    >
      {shown.map((sample) => (
        <li key={sample.timeOffSet} className="flex flex-col items-center text-small">
          <span className="label normal-case">
            {t('screen.inMinutes', { minutes: sample.timeOffSet })}
          </span>
          <WeatherIcon weather={sample.forecastedWeatherCondition} />
          <span className="text-in-pit">
            {t('screen.rain', { percent: sample.rainPercentage })}
          </span>
        </li>
      ))}
    </ul>
  )
}
