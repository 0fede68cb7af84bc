/** Says what went wrong, and reads it out at once; shows nothing without a problem. */
export function ProblemText({ children }: { readonly children: string | null }) {
  if (children === null) return null
  return (
    <p role="alert" className="text-bad">
      {children}
    </p>
  )
}
