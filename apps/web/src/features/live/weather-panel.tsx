import { weatherName } from '../../timing/names.ts'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { useLive } from './use-live.ts'

const SAMPLES_SHOWN = 5

export function WeatherPanel() {
  const weather = useLive((session) => session.weather) ?? -1
  const trackTemp = useLive((session) => session.trackTemp)
  const airTemp = useLive((session) => session.airTemp)
  return (
    <section
      aria-label="Weather"
      className="flex h-full flex-wrap content-start items-center justify-between gap-x-6 gap-y-2 rounded-m border border-line bg-panel px-4 py-3"
    >
      <p className="flex items-center gap-2">
        <WeatherIcon weather={weather} />
        <span>{weatherName(weather)}</span>
      </p>
      <dl className="timing flex gap-4 text-lg">
        <div className="flex items-baseline gap-1.5">
          <dt className="label">Track</dt>
          <dd>{trackTemp} °C</dd>
        </div>
        <div className="flex items-baseline gap-1.5">
          <dt className="label">Air</dt>
          <dd>{airTemp} °C</dd>
        </div>
      </dl>
      <Forecast />
    </section>
  )
}

function Forecast() {
  const sessionType = useLive((session) => session.sessionType)
  const samples = useLive((session) => session.weatherForecastSamples) ?? []
  const shown = samples
    .filter((sample) => sample.sessionTypeMode === sessionType && sample.timeOffSet > 0)
    .slice(0, SAMPLES_SHOWN)
  if (shown.length === 0) return null
  return (
    <ul
      aria-label="Forecast"
      className="timing flex basis-full justify-between gap-2 border-t border-line pt-2"
    >
      {shown.map((sample) => (
        <li key={sample.timeOffSet} className="flex flex-col items-center text-[0.9375rem]">
          <span className="label normal-case">+{sample.timeOffSet} min</span>
          <WeatherIcon weather={sample.forecastedWeatherCondition} />
          <span className="text-in-pit">{sample.rainPercentage} %</span>
        </li>
      ))}
    </ul>
  )
}
