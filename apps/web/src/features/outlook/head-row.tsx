interface HeadRowProps {
  /** These heads stand on the left. */
  readonly first: readonly string[]
  /** These heads stand on the right, above numbers. */
  readonly others: readonly string[]
}

/** Names a panel's columns. */
export function HeadRow({ first, others }: HeadRowProps) {
  return (
    <thead>
      <tr className="label normal-case">
        {first.map((name) => (
          <th key={name} scope="col" className="px-1 text-left font-normal first:pl-3">
            {name}
          </th>
        ))}
        {others.map((name) => (
          <th key={name} scope="col" className="px-1 text-right font-normal last:pr-3">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
