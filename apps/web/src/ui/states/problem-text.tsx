/** What went wrong, read out at once; nothing without a problem. */
export function ProblemText({ children }: { readonly children: string | null }) {
  if (children === null) return null
  return (
    <p role="alert" className="text-bad">
      {children}
    </p>
  )
}
