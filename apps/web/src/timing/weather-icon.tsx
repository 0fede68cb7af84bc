import { Weather } from '@pitboard/contract/wire/enumerations'
import { useText } from '../messages/use-text.ts'
import { weatherName } from './names.ts'

const CLOUD = 'M7 18h10a4 4 0 0 0 .6-7.95A6 6 0 0 0 6.1 9.6 4.2 4.2 0 0 0 7 18Z'
const LOW_CLOUD = 'M5.5 21h9.6a3.4 3.4 0 0 0 .5-6.75 5.2 5.2 0 0 0-9.9-.4A3.6 3.6 0 0 0 5.5 21Z'
const HIGH_CLOUD = 'M7 15h10a4 4 0 0 0 .6-7.95A6 6 0 0 0 6.1 6.6 4.2 4.2 0 0 0 7 15Z'

export function WeatherIcon({ weather }: { weather: number }) {
  const t = useText()
  const name = weatherName(weather, t)
  return (
    <svg
      viewBox="0 0 24 24"
      role="img"
      aria-label={name}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-6 shrink-0"
    >
      <title>{name}</title>
      {shape(weather)}
    </svg>
  )
}

function shape(weather: number) {
  switch (weather) {
    case Weather.Clear:
      return (
        <>
          <circle cx="12" cy="12" r="4" className="stroke-secondary" />
          <path
            className="stroke-secondary"
            d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"
          />
        </>
      )
    case Weather.LightCloud:
      return (
        <>
          <path
            className="stroke-secondary"
            d="M15.5 3.5V2M20.3 5.2l1-1M22.5 10H24M19.4 11.9a4.2 4.2 0 1 0-7.6-3.2"
          />
          <path d={LOW_CLOUD} />
        </>
      )
    case Weather.LightRain:
      return (
        <>
          <path d={HIGH_CLOUD} />
          <path className="stroke-in-pit" d="m9 18-1 3M15 18l-1 3" />
        </>
      )
    case Weather.HeavyRain:
      return (
        <>
          <path d={HIGH_CLOUD} />
          <path className="stroke-in-pit" d="m7.5 18-1 3M12 18l-1 3M16.5 18l-1 3" />
        </>
      )
    case Weather.Storm:
      return (
        <>
          <path d={HIGH_CLOUD} />
          <path className="stroke-secondary" d="m12.5 14.5-2 3.5h3l-2 3.5" />
        </>
      )
    default:
      return <path d={CLOUD} />
  }
}
