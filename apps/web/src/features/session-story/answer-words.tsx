interface AnswerWordsProps {
  readonly verdict: string
  readonly details: string
}

/** A word or a name is read first, and the numbers behind it below. */
export function AnswerWords({ verdict, details }: AnswerWordsProps) {
  return (
    <>
      <span className="timing text-subhead font-semibold wrap-anywhere">{verdict}</span>
      <span className="text-small text-muted">{details}</span>
    </>
  )
}
