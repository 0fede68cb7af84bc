import { Section } from '../../ui/section.tsx'

const TOKENS = [
  ...['page', 'panel', 'stripe', 'raised', 'line', 'line-strong', 'road'],
  ...['text', 'muted', 'faint', 'primary', 'primary-fill', 'secondary', 'good', 'bad'],
  ...['session-best', 'personal-best', 'slower', 'invalid', 'in-pit', 'out-lap'],
  ...['tyre-soft', 'tyre-medium', 'tyre-hard', 'tyre-intermediate', 'tyre-wet'],
  ...['result-win', 'result-podium', 'result-points', 'result-none', 'result-dnf', 'result-dsq'],
]

const SIZES = [
  'text-micro',
  'text-small',
  'text-base',
  'text-timing',
  'text-xl',
  'text-2xl',
  'text-4xl',
]

export function ColourSpecimens() {
  return (
    <Section title="Tokens">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 wide:grid-cols-8">
        {TOKENS.map((token) => (
          <li key={token} className="text-micro text-muted">
            <span
              className="mb-1 block h-9 rounded-m border border-line"
              style={{ backgroundColor: `var(--color-${token}, transparent)` }}
            />
            {token}
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-1 md:grid-cols-2">
        {SIZES.map((size) => (
          <p key={size} className={size}>
            {size} <span className="timing">1:23.456 Gap to the leader</span>
          </p>
        ))}
      </div>
    </Section>
  )
}
