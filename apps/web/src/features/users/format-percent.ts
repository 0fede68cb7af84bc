/** Writes −0.42 as "−0.4 %", with its sign, as the language writes it. */
export function formatPercent(percent: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
    .format(percent / 100)
    .replace('-', '−')
}
